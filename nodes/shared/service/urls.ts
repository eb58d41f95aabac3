import { excerptOf } from './values';

/**
 * A longer text is parsed only if its host has at most this many characters: an international name takes quadratic
 * time, and a megabyte of it would block the process for minutes.
 */
const LONGEST_HOST = 300;
const SHORT_HOST = /^[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/?#\\]{1,300}(?:[/?#]|$)/i;

/** Parses an address from outside, in linear time; undefined when it is none. */
export function parseUrl(text: string): URL | undefined {
	const address = text.trim();
	if (address.length > LONGEST_HOST && !SHORT_HOST.test(address)) return undefined;
	return URL.canParse(address) ? new URL(address) : undefined;
}

/** How such an address begins. URL also completes `https:/host` and `https:host`; the service gets the text as it is. */
const HTTP_START = /^https?:\/\/[^\s/\\]/i;

/**
 * Whether a text is the address of something that can be fetched: http or https. Lines and tabs within it, which URL
 * drops, are mistakes: two cells of a table, for example. So is a second address behind a space.
 */
export function isHttpUrl(text: string): boolean {
	const address = text.trim();
	return HTTP_START.test(address) && !/[^\S ]| https?:\/\//i.test(address) && parseUrl(address) !== undefined;
}

/** An address whose spaces are encoded, as a browser does it. */
export function encodeSpaces(address: string): string {
	return address.replace(/ /g, '%20');
}

/** Removes what may be secret in an address: name and password before its host, and all that begins with its query. */
export function withoutSecrets(text: string): string {
	const address = text.indexOf('://');
	const query = address < 0 ? -1 : text.indexOf('?', address);
	const shown = query < 0 ? text : `${text.slice(0, query)}?…`;
	return shown.replace(/:\/\/[^/?#\s]*@/g, '://…@');
}

/**
 * What a text of the service says, in one line: cut, and the same for each address that it quotes: one that it could not
 * open, for example.
 */
export function saidIn(text: string, maxLength?: number): string {
	const beginning = text.slice(0, MOST_READ);
	return excerptOf(
		beginning.replace(/[^\s"'<>]+/g, (word) => withoutSecrets(word)),
		maxLength,
	);
}

/** How much of a text is read, which is far more than is shown. */
const MOST_READ = 30_000;
