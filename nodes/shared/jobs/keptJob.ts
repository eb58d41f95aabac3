import type { Claim, FirstJob } from './claim';

/*
 * A job under its key, for a store that has no values, only entries that are there or not (n8n.md: Deduplication store).
 * Each digit of a text is an entry, with its place; each parameter is one, with its hash.
 */

type Fields = Claim['fields'];

/** Enough for two IDs of 24 to 36 digits and dashes. */
const MOST_DIGITS = 128;
const DIGITS = Array.from('0123456789abcdefx');

/** A job, as a request with the same key finds it. */
export interface KeptJob {
	job: FirstJob;
	/** The parameters that differ; an empty name stands for those that the request has no more. */
	others: string[];
}

/** The entries to keep of a job and its parameters. */
export function entriesOf(job: FirstJob, fields: Fields): string[] {
	const named = Object.keys(fields).map((name) => ofField(name, fields));
	const own = [job.id, job.at.toString(16), named.length].join(' ');
	const whole = job.jobId === undefined ? own : `${own} ${job.jobId}`;
	// What there is no place for is left out.
	const digits = [whole, own].map(digitsOf).find(({ length }) => length <= MOST_DIGITS) ?? '';
	return [...Array.from(digits, atPlace), ...named];
}

/** All entries that may be kept under a key, as far as a request with these parameters can tell. */
export function candidatesOf(fields: Fields): string[] {
	return [...Object.keys(fields).map((name) => ofField(name, fields)), ...allDigits()];
}

/** Reads which of the candidates are kept; undefined when they are not those of one job. */
export function keptIn(found: readonly string[], fields: Fields): KeptJob | undefined {
	const kept = new Set(found);
	const digits = allDigits().filter((entry) => kept.has(entry));
	const isOne = digits.every((entry, place) => entry === atPlace(entry.charAt(0), place));
	const text = textOf(digits.map((entry) => entry.charAt(0)).join(''));
	const [, id, at = '', count, jobId] = /^(\S+) (\w+) (\d+)(?: (\S+))?$/.exec(text) ?? [];
	if (!isOne || id === undefined) return undefined;
	const names = Object.keys(fields);
	const others = names.filter((name) => !kept.has(ofField(name, fields)));
	if (names.length - others.length < Number(count)) others.push('');
	return { job: { id, jobId, at: parseInt(at, 16) }, others };
}

/** A digit of an ID stands for itself; any other byte is an x and two digits. */
function digitsOf(text: string): string {
	const bytes = Buffer.from(text).toString('latin1');
	return bytes.replace(/[^0-9a-f]/g, (byte) => `x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function textOf(digits: string): string {
	const bytes = digits.replace(/x(..)/g, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));
	return Buffer.from(bytes, 'latin1').toString();
}

const atPlace = (digit: string, place: number) => `${digit}${place}`;

const ofField = (name: string, fields: Fields) => `${name} ${fields[name]}`;

function allDigits(): string[] {
	const places = Array.from({ length: MOST_DIGITS }, (_, place) => place);
	return places.flatMap((place) => DIGITS.map((digit) => atPlace(digit, place)));
}
