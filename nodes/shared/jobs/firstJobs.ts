import { z } from 'zod/v3';
import { BoundedMap } from '../service/boundedMap';

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

/** How the first create under a key ended. If the service did not take it, the key is free again. */
export type CreateEnd = { job: FirstJob } | { doubt: string } | 'free';

interface Entry {
	fields: Claim['fields'];
	end: Promise<CreateEnd>;
	job?: FirstJob;
}

/** The keys that this process knows, of all nodes. */
const known = new BoundedMap<string, Entry>(10_000);
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
export function keepFirst({ key, fields }: Claim, job: FirstJob): void {
	known.set(key, { fields, job, end: Promise.resolve({ job }) });
}

export function forgetKey(key: string): void {
	known.delete(key);
}
