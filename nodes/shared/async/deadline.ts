/** The error of work that takes too long. It looks like a network time-out, and is treated as one. */
const timeUp = () => Object.assign(new Error('The time is up'), { code: 'ETIMEDOUT' });

/** What ends the signal of work that is done. One for all: an `abort()` without a reason makes a new one, with its stack. */
const DONE = new Error('The work is done');

/**
 * Runs work that ends after `ms` milliseconds in any case: n8n's own limit restarts with every byte, so a trickling
 * answer would never end. The signal ends requests at that time, and what is left of them when the work is done; if n8n
 * ignores it, nothing waits for them.
 * @param stop ends it as well: the person's Stop
 * @throws an error with the code ETIMEDOUT when the time is up
 */
export async function within<T>(
	ms: number,
	stop: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const ending = new AbortController();
	const ended = new Promise<never>((_resolve, reject) => {
		// The signal of a run outlives its thousands of requests, so it must let go of them.
		const untilDone = { signal: ending.signal };
		const end = (why: Error) => {
			reject(why);
			ending.abort(why);
		};
		const endByStop = () => end(new Error('The run was stopped'));
		// It takes whole milliseconds alone: half a time limit, or a third of a minute, may be none.
		AbortSignal.timeout(Math.ceil(ms)).addEventListener('abort', () => end(timeUp()), untilDone);
		if (stop?.aborted) endByStop();
		else stop?.addEventListener('abort', endByStop, untilDone);
	});
	return await Promise.race([ended, work(ending.signal)]).finally(() => ending.abort(DONE));
}
