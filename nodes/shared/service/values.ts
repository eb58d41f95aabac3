import { timingSafeEqual } from 'crypto';

/** A plain object as JSON knows it: not null, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same object without the fields that are undefined. */
export function withoutAbsent<T extends object>(value: T): T {
	const copy = { ...value };
	for (const key in copy) if (copy[key] === undefined) delete copy[key];
	return copy;
}

/** A whole number of so many digits may be one that JavaScript rounds. */
const MAY_BE_LONG = /(?:^|[:,[\s])-?\d{16}/;
const WHOLE = /^-?\d+$/;

/**
 * What a JSON text says; undefined for anything else. A byte order mark before it does not count, and a whole number
 * that JavaScript would round (an id of 20 digits) becomes a text, with all its digits.
 */
export function parseJson(text: string): unknown {
	const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
	try {
		const value: unknown = JSON.parse(plain);
		return MAY_BE_LONG.test(plain) ? JSON.parse(withLongNumbersAsTexts(plain)) : value;
	} catch {
		return undefined;
	}
}

/** The same of JSON that may have been made a text twice, as by an agent or a table. */
export function parseJsonTwice(text: string): unknown {
	const value = parseJson(text);
	return typeof value === 'string' ? parseJson(value) : value;
}

/** In linear time, and without a pattern for texts: of a long one it would overflow the stack. @param json is valid */
function withLongNumbersAsTexts(json: string): string {
	let isInText = false;
	return json.replace(/\\.|"|[-+.\deE]{16,}/g, (token) => {
		if (token === '"') isInText = !isInText;
		const isRounded = !isInText && WHOLE.test(token) && String(Number(token)) !== token;
		return isRounded ? `"${token}"` : token;
	});
}

/** Compares secrets in constant time, so that the duration does not show how much of a guess was right. */
export function isSame(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}

/** A finite number from a number or a numeric string; anything else (also `''`) gives undefined. */
export function readNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value !== 'string' || !/^\s*[-+]?\d+(\.\d+)?\s*$/.test(value)) return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : undefined;
}

/** A whole number from a number or a numeric string; anything else gives undefined. */
export function readInteger(value: unknown): number | undefined {
	const number = readNumber(value);
	return number !== undefined && Number.isInteger(number) ? number : undefined;
}

/** Milliseconds since the epoch: an earlier time, of the year 1973 or before, is one in seconds. */
const FIRST_MS = 1e11;

/** A time in milliseconds since the epoch, from a number of milliseconds or seconds, or from a date; else undefined. */
export function readTime(value: unknown): number | undefined {
	const number = readNumber(value);
	if (number !== undefined) return number > 0 && number < FIRST_MS ? number * 1000 : number;
	if (typeof value !== 'string') return undefined;
	// A date without a zone is in UTC.
	const time = Date.parse(/(?:z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
	return Number.isNaN(time) ? undefined : time;
}

/** Characters that nobody sees: those that control a terminal, and those that turn the order of a text around. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A text from outside without characters that would change how what is beside it looks, in a log or as a file's name. */
export function onlySeen(text: string): string {
	return text.replace(UNSEEN, '');
}

/** One line of at most `maxLength` characters, for quoting a text of the service in a message. */
export function excerptOf(text: string, maxLength = 160): string {
	// Cut first to far more than is shown.
	const line = onlySeen(text.slice(0, 100 * maxLength).replace(/\s+/g, ' ')).trim();
	const characters = Array.from(line);
	return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
