import { hash } from 'node:crypto';
import { z } from 'zod/v3';

/** An idempotency key, and the request made under it: hashes only. */
export const claimSchema = z.object({
	/** Of the key as it was given, the node and the account. */
	key: z.string(),
	/** Of each parameter, by its name: hexadecimal digits. */
	fields: z.record(z.string()),
	/**
	 * A key that a person gave; or the call of an agent: the same call is one job in one execution, in this process, or in
	 * all executions for 15 minutes, in all processes.
	 */
	by: z.enum(['key', 'callInExecution', 'call']),
});
export type Claim = z.infer<typeof claimSchema>;

/**
 * A short digest of what identifies a submission: the operation, its input, the identity of its binaries. The
 * fingerprint of a submission is one or more of them, joined by dots.
 */
export function fingerprintOf(...parts: unknown[]): string {
	return hash('sha256', JSON.stringify(parts)).slice(0, 20);
}
