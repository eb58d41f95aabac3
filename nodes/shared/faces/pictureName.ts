import { excerptOf } from '../service/values';
import { parseUrl, withoutSecrets } from '../service/urls';

/** Addresses of pictures are shorter than this; a longer one is cut. */
const LONGEST_NAME = 500;

/** Whether the text is an address that the service can open: http or https, with a host. */
export function isHttpUrl(text: string): boolean {
	const url = addressOf(text);
	return url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:');
}

/**
 * A picture's address for a message: without its query, user and fragment, which can hold a signature or a password.
 * Anything else (base64) is just called "the picture".
 */
export function pictureName(address: string | undefined): string {
	const url = address === undefined ? undefined : addressOf(address);
	if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return 'the picture';
	return excerptOf(`${url.origin}${url.pathname}`, LONGEST_NAME);
}

/** No message quotes more than a small part of this. */
const LONGEST_READ = 2_000;

/**
 * A text as a message may quote it: whatever looks like an address in it, whole or misspelt, loses its query and what
 * stands before an `@`, which can be a password.
 */
export function withoutSecretParts(text: string): string {
	const clean = text.slice(0, LONGEST_READ).replace(/[^\s"]+/g, (word) => {
		const scheme = /^[a-z]+:\/\//i.exec(word)?.[0] ?? '';
		const at = word.lastIndexOf('@');
		const rest = at < 0 ? word.slice(scheme.length) : `…${word.slice(at)}`;
		return scheme + rest.replace(/\?.*/, '?…');
	});
	return withoutSecrets(clean);
}

function addressOf(text: string): URL | undefined {
	return /^https?:\/\/[^/\s]/i.test(text) && !/\s/.test(text) ? parseUrl(text) : undefined;
}
