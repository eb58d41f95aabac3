import { hash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { insertRow, readRow } from '../n8n/deduplication';
import type { Claim } from './fingerprint';

/*
 * What is stored of a job and its parameters, as hexadecimal digits: the rows of the store hold numbers (n8n.md:
 * Deduplication store).
 */

/** Of a row, whose number has 52 bits. */
export const ROW_DIGITS = 13;
/** An ID as the service has them. */
const USUAL_ID = /^[0-9a-f]{24}$/;
/** The longest ID takes so many. */
export const MOST_ROWS = 15;

/** How an ID is stored, beside the sums of its parameters or alone: the digits of the checksum, and of the sums. */
const FORMS = { beside: { check: 4, sums: 10 }, alone: { check: 1, sums: 0 } };
type Form = keyof typeof FORMS;

/** The largest prime below 2 ** 20: a sum modulo it has five digits. */
const PRIME = 1_048_573;

/** The digits of an ID and its parameters; undefined for an ID that has no place. */
export const digitsOf = (id: string, fields: Claim['fields']) =>
	pack('beside', sumsOf(fields).map(fiveDigits).join(''), id);

/** The digits of an ID alone. */
export const digitsOfId = (id: string) => pack('alone', '', id);

/** How many rows it takes, 0 for a usual ID; a checksum; the sums; the ID. One row alone is a short ID (sentId.ts). */
function pack(form: Form, sums: string, id: string): string | undefined {
	const isUsual = USUAL_ID.test(id);
	const rest = sums + (isUsual ? id : Buffer.from(id).toString('hex'));
	const { check } = FORMS[form];
	const rows = Math.max(2, Math.ceil((1 + check + rest.length) / ROW_DIGITS));
	if (rows > MOST_ROWS) return undefined;
	const padded = rest.padEnd(rows * ROW_DIGITS - 1 - check, '0');
	return `${isUsual ? '0' : rows.toString(16)}${sha256(padded).slice(0, check)}${padded}`;
}

/** How many rows the digits take, of which the first row is given. */
export function rowsOf(first: string, form: Form = 'beside'): number {
	const { check, sums } = FORMS[form];
	return parseInt(first.charAt(0), 16) || (1 + check + sums + 24) / ROW_DIGITS;
}

function unpack(form: Form, digits: string): { id: string; sums: string } | undefined {
	const { check, sums } = FORMS[form];
	const rest = digits.slice(1 + check);
	if (rest === '' || digits.slice(1, 1 + check) !== sha256(rest).slice(0, check)) return undefined;
	const id = rest.slice(sums);
	return { id: digits.startsWith('0') ? id : textIn(id), sums: rest.slice(0, sums) };
}

/** Reads the digits of an ID alone; undefined when they are not those of an ID. */
export const idIn = (digits: string) => unpack('alone', digits)?.id;

/**
 * Reads the digits of a job; undefined when they are not those of a job.
 * @returns its ID and, as `others`, the parameter that differs; an empty name stands for several, and for one that the
 * request lacks
 */
export function jobIn(digits: string, fields: Claim['fields']): { id: string; others: string[] } | undefined {
	const { id, sums } = unpack('beside', digits) ?? {};
	if (id === undefined || sums === undefined) return undefined;
	const [ownPlain, ownWeighed] = sumsOf(fields);
	const apart = modulo(ownPlain - parseInt(sums.slice(0, 5), 16));
	const apartWeighed = modulo(ownWeighed - parseInt(sums.slice(5), 16));
	const differs = Object.keys(fields).find((name) => modulo(apart * weightOf(name)) === apartWeighed);
	const others = apart === 0 && apartWeighed === 0 ? [] : [differs ?? ''];
	return { id, others };
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

export const sha256 = (text: string) => hash('sha256', text);

/** Inserts digits in rows of these names; the first one last, so that with it all are there. */
export async function insertDigits(
	context: IExecuteFunctions,
	nameOf: (row: number) => string,
	digits: string,
): Promise<void> {
	const insert = async (row: number) => {
		const number = parseInt(digits.slice(row * ROW_DIGITS, (row + 1) * ROW_DIGITS), 16);
		await insertRow(context, nameOf(row), number);
	};
	const rows = digits.length / ROW_DIGITS;
	await Promise.all(Array.from({ length: Math.max(0, rows - 1) }, async (_, n) => await insert(n + 1)));
	if (rows > 0) await insert(0);
}

/** The digits of a form that stand in rows of these names; undefined where the first one is not there. */
export async function readDigits(
	context: IExecuteFunctions,
	nameOf: (row: number) => string,
	form: Form,
): Promise<string | undefined> {
	const read = async (row: number) => await digitsInRow(context, nameOf(row));
	const first = await read(0);
	if (first === undefined) return undefined;
	const others = Array.from({ length: rowsOf(first, form) - 1 }, async (_, n) => await read(n + 1));
	return [first, ...(await Promise.all(others))].join('');
}

/** The digits of one row. */
export async function digitsInRow(context: IExecuteFunctions, row: string): Promise<string | undefined> {
	return (await readRow(context, row))?.toString(16).padStart(ROW_DIGITS, '0');
}
