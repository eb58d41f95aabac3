import { createHash } from 'crypto';

/**
 * A short digest of what identifies a submission: the operation, its input, the identity of its binaries. The
 * fingerprint of a submission is one or more of them, joined by dots.
 */
export function fingerprintOf(...parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20);
}
