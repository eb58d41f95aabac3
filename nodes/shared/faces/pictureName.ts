/** Whether the text is an address that the service can open: http or https, with a host. */
export function isHttpUrl(text: string): boolean {
	const url = parseUrl(text);
	return url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:');
}

/**
 * A picture's address for a message: without its query, user and fragment, which can hold a signature or a password.
 * What is no address (base64) is just called "the picture".
 */
export function pictureName(address: string | undefined): string {
	const url = address === undefined ? undefined : parseUrl(address);
	if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return 'the picture';
	return `${url.origin}${url.pathname}`;
}

function parseUrl(text: string): URL | undefined {
	if (!/^https?:\/\/[^/\s]/i.test(text) || /\s/.test(text)) return undefined;
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
