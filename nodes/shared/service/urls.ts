import { DEEPEST, excerptOf, isTooDeep, trimmed } from './values';

/** An international name takes quadratic time. A megabyte of it would block the process for minutes. */
const LONGEST_HOST = 300;
const SHORT_HOST = /^[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/?#\\]{1,300}(?:[/?#]|$)/i;

/** Linear time; undefined for no address. */
export function parseUrl(text: string): URL | undefined {
	const address = text.trim();
	if (address.length > LONGEST_HOST && !SHORT_HOST.test(address)) return undefined;
	return URL.canParse(address) ? new URL(address) : undefined;
}

/** URL also accepts `https:/host`, but the service gets the text as it is. */
const HTTP_START = /^https?:\/\/[^\s/\\]/i;

/** Lines and tabs, which URL drops, are mistakes. So is a second address behind a space or a comma. */
export function isHttpUrl(text: string): boolean {
	const address = text.trim();
	return (
		HTTP_START.test(address) && !/[^\S ]|[ ,;]https?:\/\//i.test(address) && parseUrl(address) !== undefined
	);
}

/** What HTML, chats and sentences add to an address: `&amp;`, a label, a mark at its end. */
export const strayIn = (address: string) =>
	/&amp;|\|[^|/?#&=]+$|[.,;]$/.exec(address)?.[0] ?? (/^[^(]+\)$/.test(address) ? ')' : undefined);

export function encodeSpaces(address: string): string {
	return address.replace(/ /g, '%20');
}

export function withoutSecrets(text: string): string {
	const address = text.indexOf('://');
	const query = address < 0 ? -1 : text.indexOf('?', address);
	const shown = query < 0 ? text : `${text.slice(0, query)}?…`;
	return shown.replace(/:\/\/[^/?#\s]*@/g, '://…@');
}

export function saidIn(text: string, maxLength?: number): string {
	const words = text.slice(0, MOST_READ).replace(/[^\s"'<>]+/g, (word) => withoutSecrets(word));
	return excerptOf(words, maxLength);
}

const MOST_READ = 30_000;

const LONGEST_SHOWN = 80;

export function isNothing(value: unknown): boolean {
	if (typeof value === 'string') return trimmed(value) === '';
	return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

export function quoted(value: unknown): string {
	if (isNothing(value)) return 'nothing';
	if (typeof value === 'number') return String(value);
	if (typeof value === 'string') return `"${excerptOf(withoutSecrets(value), LONGEST_SHOWN - 2)}"`;
	if (isTooDeep(value)) return `a value of more than ${DEEPEST} levels`;
	const shown = (_: string, inner: unknown) => (typeof inner === 'string' ? withoutSecrets(inner) : inner);
	return excerptOf(JSON.stringify(value, shown), LONGEST_SHOWN);
}

const OBJECT = /(?:\[|%5B)object(?: |%20|\+)\w+(?:\]|%5D)/i;
const NOTHING = /^(?:null|undefined|NaN|Invalid Date(?:Time)?)$/;
const NAME_A_FIELD =
	'An expression found nothing, and wrote that as a word. Name a field that the item has, or a default, as in {{ $json.text ?? "a lighthouse" }}.';
const NAME_THE_TEXT =
	'An expression put a whole object into the text. Name the field of it that is meant, as in {{ $json.output.text }}.';

/** Names the flaw of a text that JavaScript made, and the next step. */
export function leftoverIn(given: string): [message: string, description: string] | undefined {
	const text = given.trim();
	if (NOTHING.test(text)) return [`must be filled in, but the word ${text} was given`, NAME_A_FIELD];
	const object = OBJECT.exec(text)?.[0];
	return object === undefined
		? undefined
		: [`must be without ${object}, but ${quoted(text)} was given`, NAME_THE_TEXT];
}
