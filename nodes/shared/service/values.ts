import { timingSafeEqual } from 'crypto';

/** A plain object as JSON knows it: not null, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a JSON text says; undefined for anything else. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
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
