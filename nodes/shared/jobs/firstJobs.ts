import { z } from 'zod';
import { BoundedMap } from '../service/boundedMap';
import { isObject } from '../service/values';

/** An idempotency key, and what was asked for under it: hashes alone. */
export const claimSchema = z.object({
	key: z.string(),
	/** Of each parameter, by its name. */
	fields: z.record(z.string()),
	/** Made of what an agent asks for: it holds for one execution, in this process. */
	isImplicit: z.boolean().optional(),
});
export type Claim = z.infer<typeof claimSchema>;

const firstJob = z.object({
	id: z.string(),
	jobId: z.string().optional(),
	/** Milliseconds since the epoch. */
	at: z.number(),
});
/** The job that was made under a key. */
export type FirstJob = z.infer<typeof firstJob>;
const stored = firstJob.extend({ fields: claimSchema.shape.fields });

/** What came of the first create under a key. Where it was not taken, the key is free again. */
export type FirstOutcome = { job: FirstJob } | { doubt: string } | 'free';

interface Entry {
	fields: Claim['fields'];
	outcome: Promise<FirstOutcome>;
	job?: FirstJob;
}

/** Results are gone after 7 days (service.md: Limits). */
const LIFE_MS = 7 * 24 * 60 * 60 * 1_000;
const MOST_STORED = 1_000;
const PLACE = 'idempotency';

/** The keys that this process knows, of all nodes. */
const known = new BoundedMap<string, Entry>(20_000);

/** The first create under a key, also one that is under way; undefined where none is known here. */
export function firstOf(key: string): Readonly<Entry> | undefined {
	return known.get(key);
}

/** Takes a key up in this process, at once. @returns what to call with the outcome, whatever it is */
export function takeUpKey({ key, fields }: Claim): (outcome: FirstOutcome) => void {
	let tell: (outcome: FirstOutcome) => void = () => undefined;
	known.set(key, { fields, outcome: new Promise((resolve) => (tell = resolve)) });
	return (outcome) => {
		if (outcome === 'free') known.delete(key);
		else if ('job' in outcome) keepFirst({ key, fields }, outcome.job);
		tell(outcome);
	};
}

/** Keeps the job of a key; in place of the one before, where it was made again. */
export function keepFirst({ key, fields }: Claim, job: FirstJob): void {
	known.set(key, { fields, job, outcome: Promise.resolve({ job }) });
}

export function forgetKey(key: string): void {
	known.delete(key);
}

/** Learns of a key what an earlier process has left in the node's static data. */
export function learnKey(staticData: Record<string, unknown>, key: string, now: number): void {
	if (known.get(key) !== undefined) return;
	const note = stored.safeParse(storedIn(staticData)[key]);
	if (!note.success || now - note.data.at > LIFE_MS) return;
	const { fields, ...job } = note.data;
	keepFirst({ key, fields }, job);
}

/**
 * Leaves the jobs of these keys in the node's static data, for the time after a restart. n8n stores it when a run that
 * nobody watches is over, and the last one wins.
 */
export function leaveKeys(staticData: Record<string, unknown>, claims: readonly Claim[], now: number): void {
	const news = claims.flatMap(({ key, fields }): Array<[string, object]> => {
		const job = known.get(key)?.job;
		return job ? [[key, { ...job, fields }]] : [];
	});
	if (news.length === 0) return;
	const isFresh = ([, note]: [string, unknown]) =>
		isObject(note) && typeof note.at === 'number' && now - note.at <= LIFE_MS;
	const all = Object.entries({ ...storedIn(staticData), ...Object.fromEntries(news) }).filter(isFresh);
	staticData[PLACE] = Object.fromEntries(all.slice(-MOST_STORED));
}

function storedIn(staticData: Record<string, unknown>): Record<string, unknown> {
	const stored = staticData[PLACE];
	return isObject(stored) ? stored : {};
}
