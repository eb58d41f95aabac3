import { z } from 'zod/v3';
import { BoundedMap } from '../service/boundedMap';
import { isObject } from '../service/values';

/** An idempotency key, and the request made under it: hashes only. */
export const claimSchema = z.object({
	/** The node and the account that it holds for. */
	scope: z.string(),
	key: z.string(),
	/** Of each parameter, by its name. */
	fields: z.record(z.string()),
	/** Derived from an agent's request: it holds for one execution, in this process. */
	isImplicit: z.boolean().optional(),
});
export type Claim = z.infer<typeof claimSchema>;

const firstJob = z.object({
	id: z.string(),
	jobId: z.string().optional(),
	/** Milliseconds since the epoch. */
	at: z.number(),
});
/** The job made under a key. */
export type FirstJob = z.infer<typeof firstJob>;
const stored = firstJob.extend({ fields: claimSchema.shape.fields });
type Stored = z.infer<typeof stored>;

/** How the first create under a key ended. If the service did not take it, the key is free again. */
export type CreateEnd = { job: FirstJob } | { doubt: string } | 'free';

interface Entry {
	fields: Claim['fields'];
	end: Promise<CreateEnd>;
	job?: FirstJob;
}

/** Results are gone after 7 days (service.md: Limits). */
const LIFE_MS = 7 * 24 * 60 * 60 * 1_000;
const MOST_STORED = 1_000;
const PLACE = 'idempotency';

/** The keys that this process knows, of all nodes. */
const known = new BoundedMap<string, Entry>(10_000);
/** The newest keys with a job, by scope: concurrent runs each store what all of them know. */
const newest = new BoundedMap<string, Map<string, Stored>>(200);

/** The first create under a key, even while it is under way; undefined when this process knows none. */
export function firstOf(key: string): Readonly<Entry> | undefined {
	return known.get(key);
}

/** Takes a key up in this process, at once. @returns what to call when the create has ended, however it ended */
export function takeUpKey(claim: Claim): (end: CreateEnd) => void {
	let tell: (end: CreateEnd) => void = () => undefined;
	known.set(claim.key, { fields: claim.fields, end: new Promise((resolve) => (tell = resolve)) });
	return (end) => {
		if (end === 'free') forgetKey(claim.key);
		else if ('job' in end) keepFirst(claim, end.job);
		tell(end);
	};
}

/** Keeps the job of a key; it replaces an earlier one when the job was made again. */
export function keepFirst({ scope, key, fields, isImplicit }: Claim, job: FirstJob): void {
	known.set(key, { fields, job, end: Promise.resolve({ job }) });
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

/** Reads what an earlier process has left of a key in the node's static data. */
export function learnKey(staticData: Record<string, unknown>, claim: Claim, now: number): void {
	if (known.get(claim.key) !== undefined) return;
	const entry = stored.safeParse(storedIn(staticData)[claim.key]);
	if (!entry.success || now - entry.data.at > LIFE_MS) return;
	const { fields, ...job } = entry.data;
	keepFirst({ ...claim, fields }, job);
}

/**
 * Leaves the jobs of a scope in the node's static data, for the time after a restart. n8n stores it at the end of a
 * production run, and the last run wins.
 */
export function leaveKeys(staticData: Record<string, unknown>, scope: string, now: number): void {
	const all = { ...storedIn(staticData), ...Object.fromEntries(newest.get(scope) ?? []) };
	const fresh = Object.entries(all).filter(
		([, entry]) => isObject(entry) && typeof entry.at === 'number' && now - entry.at <= LIFE_MS,
	);
	staticData[PLACE] = Object.fromEntries(fresh.slice(-MOST_STORED));
}

function storedIn(staticData: Record<string, unknown>): Record<string, unknown> {
	const left = staticData[PLACE];
	return isObject(left) ? left : {};
}
