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

/**
 * A short digest of what identifies a submission: the operation, its input, the identity of its binaries. The
 * fingerprint of a submission is one or more of them, joined by dots.
 */
export function fingerprintOf(...parts: unknown[]): string {
	return hash('sha256', JSON.stringify(parts)).slice(0, 20);
}
