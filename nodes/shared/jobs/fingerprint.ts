import { createHash } from 'crypto';

/* The fingerprint of a submission has one or more parts, each made by fingerprintOf, joined by dots. */

/** A short digest of what identifies a submission: the operation, its input, the identity of its binaries. */
export function fingerprintOf(...parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20);
}

/** Whether two fingerprints share a part: then they belong to the same submission. */
export function isSameSubmission(one: string, other: string): boolean {
	const parts = other.split('.');
	return one.split('.').some((part) => parts.includes(part));
}
