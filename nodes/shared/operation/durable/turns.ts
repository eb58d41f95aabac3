/*
 * Calls that wake up one suspended run, in one process: one looks at a time, one more may wait for its turn, and the
 * others need not, as the one that waits will see all that they could.
 */

interface Turns {
	running: Promise<unknown>;
	isOneWaiting: boolean;
}

const turns = new Map<string, Turns>();

/** Has a task done when it is its turn; undefined when another that waits already does for this one, too. */
export async function takeTurn<T>(key: string, task: () => Promise<T>): Promise<T | undefined> {
	const current = turns.get(key);
	if (current?.isOneWaiting) return undefined;
	const before = current?.running ?? Promise.resolve();
	if (current) current.isOneWaiting = true;
	const mine: Turns = { running: Promise.resolve(), isOneWaiting: false };
	const running = before
		.catch(() => undefined)
		.then(async () => {
			turns.set(key, mine);
			return await task();
		});
	mine.running = running;
	if (!current) turns.set(key, mine);
	try {
		return await running;
	} finally {
		if (turns.get(key) === mine) turns.delete(key);
	}
}
