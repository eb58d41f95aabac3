import { endsAfter, type Environment } from './environment';

const LONGEST_HOLD_MS = 10;

/** A task that calls `leave` no longer counts, although it has not ended. What it gets lets it enter again. */
export type Limit = <T>(task: (leave: () => () => Promise<void>) => Promise<T>) => Promise<T>;

/** Returns the results in order. Thousands of tasks that have begun would take memory, so each begins in its turn. */
export async function each<T, R>(
	all: readonly T[],
	{ atATime = Infinity, turn }: { atATime?: number; turn?: (each: T) => Promise<unknown> },
	task: (each: T, index: number) => Promise<R>,
): Promise<R[]> {
	const limit = createLimit(atATime);
	const begun: Array<Promise<R>> = [];
	for (const [index, one] of all.entries()) {
		if (atATime < Infinity) await limit(async () => undefined);
		await turn?.(one);
		const running = limit(async () => await task(one, index));
		running.catch(() => undefined);
		begun.push(running);
	}
	return await Promise.all(begun);
}

/** @param turnMs after which a task leaves by itself, up to 100 ms late */
export function createLimit(most: number, turnMs?: number): Limit {
	let counted = 0;
	const queue: Array<() => void> = [];
	return async (task) => {
		let isIn = false;
		const enter = async () => {
			if (!isIn && counted++ >= most) await new Promise<void>((resolve) => queue.push(resolve));
			isIn = true;
		};
		const leave = () => {
			if (isIn && counted-- > most) queue.shift()?.();
			isIn = false;
			return enter;
		};
		await enter();
		if (turnMs !== undefined) endsAfter(turnMs).add(leave);
		return await task(leave).finally(leave);
	};
}

/** Thousands of items would block n8n. They ask in order, because all would hold the process in the next turn. */
export function createYield(environment: Pick<Environment, 'sleep'>): () => Promise<void> {
	let since = performance.now();
	const inOrder = createLimit(1);
	return async () =>
		await inOrder(async () => {
			if (performance.now() - since < LONGEST_HOLD_MS) return;
			// After a Stop nothing sleeps.
			await environment.sleep(0).catch(() => undefined);
			since = performance.now();
		});
}
