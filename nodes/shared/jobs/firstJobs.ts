import { z } from 'zod';
import { BoundedMap } from '../service/boundedMap';
import { isObject } from '../service/values';

/** An idempotency key, and what was asked for under it: hashes alone. */
export const claimSchema = z.object({
	/** The node and the account that it holds for. */
	scope: z.string(),
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
type Stored = z.infer<typeof stored>;

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
const known = new BoundedMap<string, Entry>(10_000);
/** The last ones with a job, by their scope: runs at the same time each store what all of them know. */
const newest = new BoundedMap<string, Map<string, Stored>>(200);

/** The first create under a key, also one that is under way; undefined where none is known here. */
export function firstOf(key: string): Readonly<Entry> | undefined {
	return known.get(key);
}

/** Takes a key up in this process, at once. @returns what to call with the outcome, whatever it is */
export function takeUpKey(claim: Claim): (outcome: FirstOutcome) => void {
	let tell: (outcome: FirstOutcome) => void = () => undefined;
	known.set(claim.key, { fields: claim.fields, outcome: new Promise((resolve) => (tell = resolve)) });
	return (outcome) => {
		if (outcome === 'free') forgetKey(claim.key);
		else if ('job' in outcome) keepFirst(claim, outcome.job);
		tell(outcome);
	};
}

/** Keeps the job of a key; in place of the one before, where it was made again. */
export function keepFirst({ scope, key, fields, isImplicit }: Claim, job: FirstJob): void {
	known.set(key, { fields, job, outcome: Promise.resolve({ job }) });
	if (isImplicit) return;
	const ofScope = newest.get(scope) ?? new Map<string, Stored>();
	ofScope.delete(key);
	ofScope.set(key, { ...job, fields });
	const [oldest] = ofScope.keys();
	if (ofScope.size > MOST_STORED && oldest !== undefined) ofScope.delete(oldest);
	newest.set(scope, ofScope);
}

export function forgetKey(key: string): void {
	known.delete(key);
}

/** Learns of a key what an earlier process has left in the node's static data. */
export function learnKey(staticData: Record<string, unknown>, claim: Claim, now: number): void {
	if (known.get(claim.key) !== undefined) return;
	const note = stored.safeParse(storedIn(staticData)[claim.key]);
	if (!note.success || now - note.data.at > LIFE_MS) return;
	const { fields, ...job } = note.data;
	keepFirst({ ...claim, fields }, job);
}

/**
 * Leaves the jobs of a scope in the node's static data, for the time after a restart. n8n stores it when a run that
 * nobody watches is over, and the last one wins.
 */
export function leaveKeys(staticData: Record<string, unknown>, scope: string, now: number): void {
	const all = { ...storedIn(staticData), ...Object.fromEntries(newest.get(scope) ?? []) };
	const fresh = Object.entries(all).filter(
		([, note]) => isObject(note) && typeof note.at === 'number' && now - note.at <= LIFE_MS,
	);
	staticData[PLACE] = Object.fromEntries(fresh.slice(-MOST_STORED));
}

function storedIn(staticData: Record<string, unknown>): Record<string, unknown> {
	const left = staticData[PLACE];
	return isObject(left) ? left : {};
}
