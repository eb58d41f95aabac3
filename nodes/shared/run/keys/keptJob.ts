import { z } from 'zod/v3';

/*
 * An idempotency key, and its job as a store keeps it that has no values, only entries that are there or not (n8n.md:
 * Deduplication store): each hexadecimal digit of a text is an entry, with its place; each parameter is one, with its
 * hash.
 */

/** An idempotency key, and the request made under it: hashes only. */
export const claimSchema = z.object({
	/** Of the key as it was given, the node and the account. */
	key: z.string(),
	/** Of each parameter, by its name. */
	fields: z.record(z.string()),
	/** Derived from an agent's request: it holds for one execution, in this process. */
	isImplicit: z.boolean().optional(),
});
export type Claim = z.infer<typeof claimSchema>;

/** The job made under a key. */
export interface FirstJob {
	id: string;
	jobId?: string;
	/** Milliseconds since the epoch. */
	at: number;
}

/** How the create under a key ended. If the service did not take it, the key is free again. */
export type CreateEnd = { job: FirstJob } | { doubt: string } | 'free';

/** Enough for two IDs of 36 characters. */
const MOST_DIGITS = 176;

/** The entries to keep of a job and its parameters. */
export function entriesOf({ id, jobId, at }: FirstJob, fields: Claim['fields']): string[] {
	const named = namedOf(fields);
	const own = [id, at.toString(36), named.length].join(' ');
	const whole = jobId === undefined ? own : `${own} ${jobId}`;
	// What there is no place for is left out.
	const hex = [whole, own].map((text) => Buffer.from(text).toString('hex'));
	const digits = hex.find(({ length }) => length <= MOST_DIGITS) ?? '';
	return [...Array.from(digits, atPlace), ...named];
}

/** All entries that may be kept under a key, as far as a request with these parameters can tell. */
export function candidatesOf(fields: Claim['fields']): string[] {
	return [...namedOf(fields), ...allDigits()];
}

/**
 * Reads which of the candidates are kept; undefined when they are not those of one job.
 * @returns the job and, as `others`, the parameters that differ; an empty name stands for those that the request lacks
 */
export function keptIn(found: readonly string[], fields: Claim['fields']) {
	const kept = new Set(found);
	const digits = allDigits().filter((entry) => kept.has(entry));
	const isOne = digits.every((entry, place) => entry === atPlace(entry.charAt(0), place));
	const text = Buffer.from(digits.map((entry) => entry.charAt(0)).join(''), 'hex').toString();
	const [, id, at = '', count, jobId] = /^(\S+) (\w+) (\d+)(?: (\S+))?$/.exec(text) ?? [];
	if (!isOne || id === undefined) return undefined;
	const names = Object.keys(fields);
	const others = names.filter((name) => !kept.has(ofField(name, fields)));
	if (names.length - others.length < Number(count)) others.push('');
	const job: FirstJob = { id, jobId, at: parseInt(at, 36) };
	return { job, others };
}

const atPlace = (digit: string, place: number) => `${digit}${place}`;

const ofField = (name: string, fields: Claim['fields']) => `${name} ${fields[name]}`;

const namedOf = (fields: Claim['fields']) => Object.keys(fields).map((name) => ofField(name, fields));

function allDigits(): string[] {
	const places = Array.from({ length: MOST_DIGITS }, (_, place) => place);
	return places.flatMap((place) => Array.from('0123456789abcdef', (digit) => atPlace(digit, place)));
}
