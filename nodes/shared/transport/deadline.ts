/** The error of work that takes too long. It looks like a network time-out, and is treated as one. */
class TimeUp extends Error {
	override readonly name = 'TimeUp';
	readonly code = 'ETIMEDOUT';
}

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
	const time = AbortSignal.timeout(ms);
	let end = (_reason: Error) => {};
	const ended = new Promise<never>((_resolve, reject) => {
		end = (reason) => {
			reject(reason);
			ending.abort(reason);
		};
	});
	const timeIsUp = () => end(new TimeUp('The time is up'));
	const stopped = () => end(new Error('The run was stopped'));
	time.addEventListener('abort', timeIsUp);
	stop?.addEventListener('abort', stopped);
	if (stop?.aborted) stopped();
	try {
		return await Promise.race([ended, work(ending.signal)]);
	} finally {
		// The signal of a run outlives its thousands of requests.
		time.removeEventListener('abort', timeIsUp);
		stop?.removeEventListener('abort', stopped);
		ending.abort(DONE);
	}
}
