import { timingSafeEqual } from 'crypto';

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Joins the given parts to sentences on one line. */
export function sentences(...parts: ReadonlyArray<string | false | undefined>): string {
	return parts.flatMap((part) => (part ? (/[.!?…]$/.test(part) ? part : `${part}.`) : [])).join(' ');
}

export function withoutAbsent<T extends object>(value: T): T {
	const copy = { ...value };
	for (const key in copy) if (copy[key] === undefined) delete copy[key];
	return copy;
}

export function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
	const copy: Omit<T, K> & { [key in K]?: T[K] } = { ...value };
	delete copy[key];
	return copy;
}

const MAY_BE_LONG = /(?:^|[:,[\s])-?\d{16}/;
const WHOLE = /^-?\d+$/;

export function parseJson(text: string): unknown {
	const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
	try {
		const value: unknown = JSON.parse(plain);
		return MAY_BE_LONG.test(plain) ? JSON.parse(withLongNumbersAsTexts(plain)) : value;
	} catch {
		return undefined;
	}
}

/** Has a number with more digits than JavaScript keeps. */
export const hasLongNumber = (json: string) =>
	MAY_BE_LONG.test(json) && withLongNumbersAsTexts(json) !== json;

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

export function isTooDeep(value: unknown): boolean {
	let level: unknown[] = [value];
	for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) {
		level = level.flatMap((each): unknown[] =>
			typeof each === 'object' && each !== null ? Object.values(each) : [],
		);
	}
	return level.length > 0;
}

/** Takes constant time, so that the duration does not help you guess. */
export function isSame(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}

export function readNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value !== 'string' || !/^\s*[-+]?\d+(\.\d+)?\s*$/.test(value)) return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : undefined;
}

export function readInteger(value: unknown): number | undefined {
	const number = readNumber(value);
	return number !== undefined && Number.isInteger(number) ? number : undefined;
}

/** Milliseconds since the epoch. */
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

const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/;

export function trimmed(text: string): string {
	const isBlank = (index: number) => /\s/.test(text.charAt(index)) || INVISIBLE.test(text.charAt(index));
	let [start, end] = [0, text.length];
	while (start < end && isBlank(start)) start++;
	while (end > start && isBlank(end - 1)) end--;
	return text.slice(start, end);
}

/** Empty for another value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? trimmed(value) : '');

export function invisibleIn(text: string): string | undefined {
	const code = INVISIBLE.exec(text)?.[0].charCodeAt(0);
	return code === undefined ? undefined : `U+${code.toString(16).padStart(4, '0').toUpperCase()}`;
}

const bytesOf = (text: string, from: number, to?: number) => Buffer.from(text).subarray(from, to).toString();

/** Its first or its last bytes in UTF-8, without a part of a character. */
export const firstBytesOf = (text: string, most: number) => bytesOf(text, 0, most).replace(/\uFFFD$/, '');
export const lastBytesOf = (text: string, most: number) => bytesOf(text, -most).replace(/^\uFFFD{1,3}/, '');

const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

export function onlySeen(text: string): string {
	return text.replace(UNSEEN, '');
}

/** One line. */
export function excerptOf(text: string, maxLength = 160): string {
	// Cut first to far more than is shown.
	const line = onlySeen(text.slice(0, 100 * maxLength).replace(/\s+/g, ' ')).trim();
	const characters = Array.from(line);
	if (characters.length <= maxLength) return line;
	return `${characters.slice(0, maxLength - 1).join('')}…`;
}
