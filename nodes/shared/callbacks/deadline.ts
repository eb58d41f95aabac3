import { ServiceError } from '../transport/errors';
import type { Environment, Transport } from '../transport/types';

/**
 * The same environment for someone who is waited for: a pause that would end after `deadline` is not begun.
 * @param deadline milliseconds since the epoch
 */
export function endingAt(environment: Environment, deadline: number): Environment {
	return {
		...environment,
		async sleep(ms) {
			if (environment.now() + ms > deadline) throw tooLate();
			await environment.sleep(ms);
		},
	};
}

/** The same transport for someone who is waited for: nothing more is sent after `deadline`. */
export function sendingUntil(deadline: number, environment: Environment, transport: Transport): Transport {
	return {
		...transport,
		async send(request, answer) {
			if (environment.now() > deadline) throw tooLate();
			return await transport.send(request, answer);
		},
	};
}

const tooLate = () => new ServiceError('The service did not answer in time');
