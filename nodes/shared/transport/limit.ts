/** Runs tasks, at most `most` of them at a time, in the order in which they were given. */
export type Limit = <T>(task: () => Promise<T>) => Promise<T>;

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
