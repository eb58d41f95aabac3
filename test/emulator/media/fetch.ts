/** The header by which the emulator knows its own fetches, which are no part of the request log. */
export const ownFetchHeader = 'x-emulator-fetch';

/**
 * Downloads a picture or video as the service would: a plain GET without credentials, redirects followed.
 * Throws when it can't be had.
 */
export async function fetchMedia(url: string): Promise<Buffer> {
	const answer = await fetch(url, {
		// A kept connection may be closed just as it is used.
		headers: { [ownFetchHeader]: '1', connection: 'close' },
		signal: AbortSignal.timeout(20_000),
	});
	if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
	return Buffer.from(await answer.arrayBuffer());
}
