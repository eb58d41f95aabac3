import { timingSafeEqual } from 'crypto';

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export function sentences(...parts: ReadonlyArray<string | false | undefined>): string {
	return parts.flatMap((part) => (part ? (/[.!?…]$/.test(part) ? part : `${part}.`) : [])).join(' ');
}

export function withoutAbsent<T extends object>(value: T): T {
	const copy: Partial<T> = {};
	for (const key in value) if (value[key] !== undefined) copy[key] = value[key];
	return copy as T;
}

export function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
	const copy: Omit<T, K> & { [key in K]?: T[K] } = { ...value };
	delete copy[key];
	return copy;
}

/** Of a table that has no other keys than its type says. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as Array<keyof T & string>;

const MAY_BE_LONG = /(?:^|[:,[\s])-?\d{16}/;
const WHOLE = /^-?\d+$/;

/** JSON.stringify gives no text for a function, and the like. */
export function parseJson(text = ''): unknown {
	const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
	try {
		const value: unknown = JSON.parse(plain);
		return MAY_BE_LONG.test(plain) ? JSON.parse(withLongNumbersAsTexts(plain)) : value;
	} catch {
		return undefined;
	}
}

/** An agent or a table may write JSON as text twice. */
export function parseJsonTwice(text: string): unknown {
	const value = parseJson(text);
	return typeof value === 'string' ? parseJson(value) : value;
}

function withLongNumbersAsTexts(json: string): string {
	let isInText = false;
	return json.replace(/\\.|"|[-+.\deE]{16,}/g, (token) => {
		if (token === '"') isInText = !isInText;
		return isInText || !WHOLE.test(token) || String(Number(token)) === token ? token : `"${token}"`;
	});
}

/** n8n can't store deeper levels, and a function that calls itself for each would run out of stack. */
export const DEEPEST = 50;

export function isTooDeep(value: unknown, depth = 0): boolean {
	if (depth > DEEPEST) return true;
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some((each) => isTooDeep(each, depth + 1));
}

/** Takes constant time, so that the duration does not help you guess. */
export function isSame(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}

export function readNumber(value: unknown): number | undefined {
	const isText = typeof value === 'string' && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value);
	const number = isText ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function readInteger(value: unknown): number | undefined {
	const number = readNumber(value);
	return number !== undefined && Number.isInteger(number) ? number : undefined;
}

const FIRST_MS = 1e11;

/** In milliseconds since the epoch, from seconds, milliseconds or a date. */
export function readTime(value: unknown): number | undefined {
	const number = readNumber(value);
	if (number !== undefined) return number > 0 && number < FIRST_MS ? number * 1000 : number;
	if (typeof value !== 'string') return undefined;
	// A date without a zone is in UTC.
	const time = Date.parse(/(?:z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
	return Number.isNaN(time) ? undefined : time;
}

/** Such as `2026-11-29 00:00 (America/New_York)`. */
export const timeAt = (time: number | string, timeZone: string) =>
	`${new Date(time).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })} (${timeZone})`;
/** The first whole minute from then on, so that nobody who reads it comes too early. */
export const timeFrom = (time: number, timeZone: string) => timeAt(time + 59_999, timeZone);

const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/;
const BLANK = `[\\s${INVISIBLE.source.slice(1)}`;
/** Without the look-behind, a long gap in a text would take quadratic time. */
const AROUND = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'g');

export const trimmed = (text: string): string => text.replace(AROUND, '');

/** Half of a character, as a text has that was cut, and NUL. */
const NO_TEXT = /[\p{Cs}\0]/u;

export const wellFormed = (text: string) => text.replace(new RegExp(NO_TEXT, 'gu'), '');

/** Empty for another value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? trimmed(value) : '');

export function invisibleIn(text: string): string | undefined {
	const code = (INVISIBLE.exec(text) ?? NO_TEXT.exec(text))?.[0].charCodeAt(0);
	return code === undefined ? undefined : `U+${code.toString(16).padStart(4, '0').toUpperCase()}`;
}

/** Its last bytes in UTF-8, without a part of a character. */
export const lastBytesOf = (text: string, most: number) =>
	Buffer.from(text)
		.subarray(-most)
		.toString()
		.replace(/^\uFFFD{1,3}/, '');

const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

export const onlySeen = (text: string): string => text.replace(UNSEEN, '');

export function excerptOf(text: string, maxLength = 160): string {
	// Cut first to far more than is shown.
	const line = onlySeen(text.slice(0, 100 * maxLength).replace(/\s+/g, ' ')).trim();
	const characters = Array.from(line);
	return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** An international name takes quadratic time. A megabyte of it would block the process for minutes. */
const LONGEST_HOST = 300;
const SHORT_HOST = /^[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/?#\\]{1,300}(?:[/?#]|$)/i;

/** Linear time; undefined for no address. */
export function parseUrl(text: string): URL | undefined {
	const address = text.trim();
	if (address.length > LONGEST_HOST && !SHORT_HOST.test(address)) return undefined;
	return URL.canParse(address) ? new URL(address) : undefined;
}

/** URL also accepts `https:/host` and `https://https://host`, but the service gets the text as it is. */
const HTTP_START = /^https?:\/\/(?!https?:)[^\s/\\]/i;

/** Lines and tabs, which URL drops, are mistakes. So is a second address behind a space or a comma. */
export function httpUrl(text: string): URL | undefined {
	const address = text.trim();
	const isOne = HTTP_START.test(address) && !/[^\S ]|[ ,;]https?:\/\//i.test(address);
	return isOne ? parseUrl(address) : undefined;
}

/** Additions of HTML, chats and sentences to an address: `&amp;`, a label, a mark at its end. */
export const strayIn = (address: string) =>
	/\{\{|&amp;|\\|\|[^|/?#&=]+$|[.,;">]$/.exec(address)?.[0] ?? (/^[^(]+\)$/.test(address) ? ')' : undefined);

/** Percent signs for what an address can't hold. */
export const encodeAddress = (address: string) =>
	address.replace(/[ ^`{}]|%(?![0-9a-f]{2})/gi, encodeURIComponent);

export function withoutSecrets(text: string): string {
	// A library names the path of an address alone.
	const address = text.search(/:\/\/|[\w-]\/|\/[\w-]/);
	const query = address < 0 ? -1 : text.indexOf('?', address);
	return (query < 0 ? text : `${text.slice(0, query)}?…`).replace(/:\/\/[^/?#\s]*@/g, '://…@');
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
	if (typeof value === 'string') return `"${excerptOf(withoutSecrets(value), LONGEST_SHOWN - 2)}"`;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'object') return `a ${typeof value}`;
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

/** Evicts its oldest entry when it is full. An entry that you set again is the newest. */
export class BoundedMap<K, V> extends Map<K, V> {
	constructor(private readonly most: number) {
		super();
	}

	override set(key: K, value: V): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.most && oldest !== undefined) this.delete(oldest);
		return this;
	}
}
