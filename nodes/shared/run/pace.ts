import type { Environment } from '../transport/types';

/** How long n8n's process may be held without a break, in milliseconds. */
const LONGEST_HOLD_MS = 15;

/**
 * Called between two items, lets the rest of the process have its turn: thousands of items would hold it for seconds.
 */
export type Breathe = () => Promise<void>;

export function createBreathe(environment: Pick<Environment, 'sleep'>): Breathe {
	let since = performance.now();
	return async () => {
		if (performance.now() - since < LONGEST_HOLD_MS) return;
		await environment.sleep(0);
		since = performance.now();
	};
}
