import { createLimit } from '../transport/limit';
import type { Environment } from '../transport/types';

/** How long n8n's process may be blocked at a time, in milliseconds. */
const LONGEST_HOLD_MS = 10;

/**
 * Called between two items, gives the rest of the process a turn: thousands of items would block it for seconds. One
 * pace serves all items of a run. Those that are under way at a time ask one after another, each once the one before
 * goes on: with a turn for each of its own, they would all hold the process in the next one.
 */
export function createBreathe(environment: Pick<Environment, 'sleep'>): () => Promise<void> {
	let since = performance.now();
	const inOrder = createLimit(1);
	return async () =>
		await inOrder(async () => {
			if (performance.now() - since < LONGEST_HOLD_MS) return;
			await environment.sleep(0);
			since = performance.now();
		});
}
