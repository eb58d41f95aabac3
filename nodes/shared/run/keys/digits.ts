import { createHash } from 'node:crypto';
import type { Claim } from './keptJob';

/*
 * What is stored of a job and its parameters, as hexadecimal digits: the rows of the store hold numbers (n8n.md:
 * Deduplication store).
 */

/** Of a row, whose number has 52 bits. */
export const ROW_DIGITS = 13;
/** The rows of an ID of 24 hexadecimal digits, as the service has them. */
const USUAL_ROWS = 3;
const USUAL_ID = /^[0-9a-f]{24}$/;
const MOST_ROWS = 15;

/** The largest prime below 2 ** 20: a sum modulo it has five digits. */
const PRIME = 1_048_573;

/**
 * The digits of a job: how many rows they take (0 for three with a usual ID), a checksum, two sums of the parameters,
 * the ID.
 * @returns undefined for an ID that has no place
 */
export function digitsOf(id: string, fields: Claim['fields']): string | undefined {
	const isUsual = USUAL_ID.test(id);
	const rest = sumsOf(fields).map(fiveDigits).join('') + (isUsual ? id : Buffer.from(id).toString('hex'));
	const rows = Math.ceil((rest.length + 5) / ROW_DIGITS);
	if (rows > MOST_ROWS) return undefined;
	const padded = rest.padEnd(rows * ROW_DIGITS - 5, '0');
	return `${isUsual ? '0' : rows.toString(16)}${checksum(padded)}${padded}`;
}

/** How many rows the digits of a job take, of which the first row is given. */
export const rowsOf = (first: string): number => parseInt(first.charAt(0), 16) || USUAL_ROWS;

/**
 * Reads the digits of a job; undefined when they are not those of a job.
 * @returns its ID and, as `others`, the parameter that differs; an empty name stands for several, and for one that the
 * request lacks
 */
export function jobIn(digits: string, fields: Claim['fields']): { id: string; others: string[] } | undefined {
	const [, rows, check, plain = '', weighed = '', id = ''] =
		/^(\w)(\w{4})(\w{5})(\w{5})(\w*)$/.exec(digits) ?? [];
	if (rows === undefined || check !== checksum(digits.slice(5))) return undefined;
	const [ownPlain, ownWeighed] = sumsOf(fields);
	const apart = modulo(ownPlain - parseInt(plain, 16));
	const apartWeighed = modulo(ownWeighed - parseInt(weighed, 16));
	const differs = Object.keys(fields).find((name) => modulo(apart * weightOf(name)) === apartWeighed);
	const others = apart === 0 && apartWeighed === 0 ? [] : [differs ?? ''];
	return { id: rows === '0' ? id : textIn(id), others };
}

/**
 * Two sums of all parameters, of which one weighs each by its name. Where a single parameter differs, its name is the one
 * by whose weight the second sum differs.
 */
function sumsOf(fields: Claim['fields']): [plain: number, weighed: number] {
	let [plain, weighed] = [0, 0];
	for (const [name, hash] of Object.entries(fields)) {
		const value = modulo(parseInt(hash, 16));
		plain = modulo(plain + value);
		weighed = modulo(weighed + value * weightOf(name));
	}
	return [plain, weighed];
}

const modulo = (value: number) => ((value % PRIME) + PRIME) % PRIME;

const weightOf = (name: string) => 1 + (parseInt(sha256(name).slice(0, 8), 16) % (PRIME - 1));

const fiveDigits = (sum: number) => sum.toString(16).padStart(5, '0');

const textIn = (hex: string) => Buffer.from(hex, 'hex').toString().replace(/\0+$/, '');

const checksum = (digits: string) => sha256(digits).slice(0, 4);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
