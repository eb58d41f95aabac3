const timeUp = () => Object.assign(new Error('The time is up'), { code: 'ETIMEDOUT' });

const DONE = new Error('The work is done');

/**
 * n8n's own limit restarts with every byte, so a trickling answer would never end.
 * @throws an error with the code ETIMEDOUT after `ms` milliseconds
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
		AbortSignal.timeout(Math.ceil(ms)).addEventListener('abort', () => end(timeUp()), untilDone);
		if (stop?.aborted) endByStop();
		else stop?.addEventListener('abort', endByStop, untilDone);
	});
	return await Promise.race([ended, work(ending.signal)]).finally(() => ending.abort(DONE));
}
