import type { Environment } from '../transport/types';

/** How long n8n's process may be held without a break, in milliseconds. */
const LONGEST_HOLD_MS = 15;

/**
 * Called before a piece of work, lets the rest of the process have its turn: thousands of items would hold it for seconds.
 * Who calls while others wait comes after them, so that they don't all go on in one turn.
 */
export type Breathe = () => Promise<void>;

export function createBreathe(environment: Pick<Environment, 'sleep'>): Breathe {
	let since = performance.now();
	let queue = Promise.resolve();
	const breathe = async () => {
		if (performance.now() - since < LONGEST_HOLD_MS) return;
		await environment.sleep(0);
		since = performance.now();
	};
	return async () => {
		const turn = queue.then(breathe);
		queue = turn.catch(() => {});
		await turn;
	};
}
