import type { Environment } from './environment';

/** How long n8n's process may be blocked at a time, in milliseconds. */
const LONGEST_HOLD_MS = 10;

/** Runs tasks, at most `most` of them at a time, in the order in which they were given. */
export type Limit = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Begins a task for each of many, in their order, as soon as `next` lets it: thousands that only wait for their turn would
 * all have to be kept meanwhile.
 */
export async function beginEach<T, R>(
	all: readonly T[],
	next: (each: T) => Promise<unknown>,
	task: (each: T, index: number) => Promise<R>,
): Promise<R[]> {
	const begun: Array<Promise<R>> = [];
	for (const [index, each] of all.entries()) {
		await next(each);
		const running = task(each, index);
		// Whoever awaits them all learns of it.
		running.catch(() => undefined);
		begun.push(running);
	}
	return await Promise.all(begun);
}

/** A task that does nothing: a limit lets it pass once all earlier ones have begun. */
export const pass = async (): Promise<void> => undefined;

/** Makes a limit, shared by all tasks that are given to it. */
export function createLimit(most: number): Limit {
	let running = 0;
	const queue: Array<() => void> = [];
	const leave = () => {
		const next = queue.shift();
		if (next) next();
		else running--;
	};
	return async (task) => {
		if (running < most) running++;
		else await new Promise<void>((enter) => queue.push(enter));
		try {
			return await task();
		} finally {
			leave();
		}
	};
}

/**
 * Called between two items, gives the rest of the process a turn: thousands of items would block it for seconds. Items
 * that are under way at a time ask one after another: with turns of their own they would all hold the process in the next.
 */
export function createBreathe(environment: Pick<Environment, 'sleep'>): () => Promise<void> {
	let since = performance.now();
	const inOrder = createLimit(1);
	return async () =>
		await inOrder(async () => {
			if (performance.now() - since < LONGEST_HOLD_MS) return;
			// After a Stop nothing sleeps: each item sees to its job.
			await environment.sleep(0).catch(() => undefined);
			since = performance.now();
		});
}
