import type { BinaryHelperFunctions } from 'n8n-workflow';

/** The stream type that n8n takes as the content of a file. */
export type Stream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Uint8Array>;

/** At least this much of a file has to come each minute: a host that sends a byte now and then would never end. */
const LOOK_MS = 60_000;
const LEAST_BYTES = 60_000;

/** The same stream, which fails when it grows too large or too slow, or by `ended`. Close it after use. */
export function watched(body: Stream, mostBytes: number, tooLarge: Error, ended: AbortSignal) {
	let bytes = 0;
	// Content that n8n unpacks is counted unpacked: a small file can hold a large one.
	const stream = body.map((chunk: Uint8Array) => {
		bytes += chunk.length;
		if (bytes > mostBytes) throw tooLarge;
		return chunk;
	});
	// Does nothing to streams that are closed.
	const end = (reason: Error) => {
		stream.destroy(reason);
		body.destroy();
	};
	const onEnded = () => end(new Error('The download was ended'));
	const look = (before: number) => {
		const time = AbortSignal.timeout(LOOK_MS);
		time.addEventListener('abort', () => {
			if (bytes - before < LEAST_BYTES) end(new Error('it comes too slowly'));
			else look(bytes);
		});
	};
	// A reader sees the error; without a reader the stream has to end quietly.
	for (const each of [body, stream]) each.on('error', () => undefined);
	ended.addEventListener('abort', onEnded);
	look(0);
	return {
		stream,
		/** Releases the connection, even when nothing was read. */
		close() {
			ended.removeEventListener('abort', onEnded);
			stream.destroy();
			body.destroy();
		},
	};
}

/** Whether a stream ends without content; waits for its first bytes, and consumes none. */
export async function endsEmpty(body: Stream): Promise<boolean> {
	if (body.readableLength === 0 && !body.readableEnded && !body.destroyed) {
		await new Promise<void>((resolve) => {
			for (const event of ['readable', 'end', 'close', 'error']) body.once(event, () => resolve());
		});
	}
	// A broken stream reports that to its reader.
	return body.readableLength === 0 && !body.readableAborted;
}
