import { hash } from 'node:crypto';
import { z } from 'zod/v3';

/** An idempotency key, and the request made under it: hashes only. */
export const claimSchema = z.object({
	/** Of the key as it was given, the node and the account. */
	key: z.string(),
	/** Of each parameter, by its name: hexadecimal digits. */
	fields: z.record(z.string()),
	/** Derived from an agent's request: it holds for one execution, in this process. */
	isImplicit: z.boolean().optional(),
	/** The same, where a repeat comes from another execution: it holds for 15 minutes, in all processes. */
	repeats: z.boolean().optional(),
});
export type Claim = z.infer<typeof claimSchema>;

/** The job made under a key. */
export interface FirstJob {
	id: string;
	/** Known while the process that made the job is there; the record of the job tells it as well. */
	jobId?: string;
	/** Milliseconds since the epoch. */
	at: number;
}

/** How the create under a key ended. If the service did not take it, the key is free again. */
export type CreateEnd = { job: FirstJob } | { doubt: string } | 'free';

/** What guards a create, and is told how it ended: the claim of its key, its place of the day, its line in the journal. */
export interface Held {
	settle(end: CreateEnd): Promise<void>;
}

/**
 * A short digest of what identifies a submission: the operation, its input, the identity of its binaries. The
 * fingerprint of a submission is one or more of them, joined by dots.
 */
export function fingerprintOf(...parts: unknown[]): string {
	return hash('sha256', JSON.stringify(parts)).slice(0, 20);
}
