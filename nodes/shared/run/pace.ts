import type { Environment } from '../transport/types';

/** How long n8n's process may be blocked at a time, in milliseconds. */
const LONGEST_HOLD_MS = 15;

/** Called between two items, gives the rest of the process a turn: thousands of items would block it for seconds. */
export type Breathe = () => Promise<void>;

export function createBreathe(environment: Pick<Environment, 'sleep'>): Breathe {
	let since = performance.now();
	return async () => {
		if (performance.now() - since < LONGEST_HOLD_MS) return;
		await environment.sleep(0);
		since = performance.now();
	};
}
