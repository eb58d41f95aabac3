import { ServiceError } from '../transport/errors';
import type { Environment, Transport } from '../transport/types';

/**
 * The same environment with a deadline: a pause that would end after it is not begun.
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

/** The same transport with a deadline: nothing is sent after it. */
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
