import type { Claim, FirstJob } from './claim';

/*
 * A job under its key, for a store that has no values, only entries that are there or not (n8n.md: Deduplication store).
 * Each hexadecimal digit of a text is an entry, with its place; each parameter is one, with its hash.
 */

type Fields = Claim['fields'];

/** Of the text, with two digits for each byte; the IDs of a job have 24 each. */
const MOST_BYTES = 64;
const DIGITS = Array.from('0123456789abcdef');

/** A job, as a request with the same key finds it. */
export interface KeptJob {
	job: FirstJob;
	/** The parameters that differ; an empty name stands for those that the request has no more. */
	others: string[];
}

/** The entries to keep of a job and its parameters. */
export function entriesOf(job: FirstJob, fields: Fields): string[] {
	const named = Object.keys(fields).map((name) => ofField(name, fields));
	const text = [
		job.id,
		job.at.toString(36),
		named.length,
		...(job.jobId === undefined ? [] : [job.jobId]),
	].join(' ');
	const digits = Array.from(Buffer.from(text).toString('hex')).slice(0, 2 * MOST_BYTES);
	return [...digits.map(atPlace), ...named];
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
	const text = Buffer.from(digits.map((entry) => entry.charAt(0)).join(''), 'hex').toString();
	const [, id, at = '', count, jobId] = /^(\S+) (\w+) (\d+)(?: (\S+))?$/.exec(text) ?? [];
	if (!isOne || id === undefined) return undefined;
	const names = Object.keys(fields);
	const others = names.filter((name) => !kept.has(ofField(name, fields)));
	if (names.length - others.length < Number(count)) others.push('');
	return { job: { id, jobId, at: parseInt(at, 36) }, others };
}

const atPlace = (digit: string, place: number) => `${digit}${place}`;

const ofField = (name: string, fields: Fields) => `${name} ${fields[name]}`;

function allDigits(): string[] {
	const places = Array.from({ length: 2 * MOST_BYTES }, (_, place) => place);
	return places.flatMap((place) => DIGITS.map((digit) => atPlace(digit, place)));
}
