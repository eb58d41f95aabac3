const maxBytes = 64 * 1024 * 1024;

/** The header by which the emulator knows its own fetches, which are no part of the request log. */
export const ownFetchHeader = 'x-emulator-fetch';

/**
 * Downloads a picture or video as the service would: a plain GET without credentials, redirects followed.
 * Throws when it can't be had, or is above 64 MB.
 */
export async function fetchMedia(url: string): Promise<Buffer> {
	const answer = await fetch(url, {
		// A kept connection may be closed just as it is used.
		headers: { [ownFetchHeader]: '1', connection: 'close' },
		signal: AbortSignal.timeout(20_000),
	});
	if (!answer.ok || !answer.body) throw new Error(`HTTP ${answer.status}`);
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of answer.body) {
		size += chunk.length;
		if (size > maxBytes) throw new Error('the file is too large');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
