/** What takes too long. It looks like a time-out of the network, as which it is read. */
class TimeUp extends Error {
	override readonly name = 'TimeUp';
	readonly code = 'ETIMEDOUT';
}

/**
 * Does a work that ends after `ms` milliseconds whatever happens: n8n's own limit begins anew with every byte, so that an
 * answer that trickles would never end. The signal ends what is under way then, and what is left of it when the work is
 * done; where n8n does not hear it, nobody waits for it.
 * @param stop ends it too, as the person's Stop does
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
			ending.abort();
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
		ending.abort();
	}
}
