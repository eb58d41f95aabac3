import { ServiceError } from '../transport/errors';
import type { Environment } from '../transport/types';

/**
 * The same environment for someone who is waited for: a pause that would end after `deadline` is not begun.
 * @param deadline milliseconds since the epoch
 */
export function endingAt(environment: Environment, deadline: number): Environment {
	return {
		...environment,
		async sleep(ms) {
			if (environment.now() + ms > deadline) throw new ServiceError('The service did not answer in time');
			await environment.sleep(ms);
		},
	};
}
