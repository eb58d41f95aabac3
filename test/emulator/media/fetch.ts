/** The header of the emulator's own fetches, which the request log leaves out. */
export const ownFetchHeader = 'x-emulator-fetch';

/**
 * Downloads a picture or video as the service would: a plain GET without credentials, redirects followed.
 * Throws if that fails.
 */
export async function fetchMedia(url: string): Promise<Buffer> {
	// Without a network, DNS takes seconds to say that it has no such file.
	if (new URL(url).hostname === 'example.com') throw new Error('A host of examples');
	const answer = await fetch(url, {
		// The server may close a kept connection at the moment of its use.
		headers: { [ownFetchHeader]: '1', connection: 'close' },
		signal: AbortSignal.timeout(20_000),
	});
	if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
	return Buffer.from(await answer.arrayBuffer());
}
