import { isHttpUrl, parseUrl, withoutSecrets } from '../service/urls';
import { excerptOf } from '../service/values';

/** Addresses of pictures are shorter than this; a longer one is cut. */
const LONGEST_NAME = 500;

/**
 * A picture's address for a message: without its query, user and fragment, which can hold a signature or a password.
 * Anything else (base64) is just called "the picture".
 */
export function pictureName(address = ''): string {
	const url = isHttpUrl(address) ? parseUrl(address) : undefined;
	return url ? excerptOf(`${url.origin}${url.pathname}`, LONGEST_NAME) : 'the picture';
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
