import { hash } from 'node:crypto';
import { z } from '../zod';

/*
 * Every create is claimed before it is sent. Of all who want the same thing, the first to take its claim may send it, and
 * the others get its job.
 *
 * | by   | what has one claim                                                                            |
 * |------|-----------------------------------------------------------------------------------------------|
 * | key  | a node, an account and an Idempotency Key, for good                                           |
 * | call | a tool's node, an account and a request, within 15 minutes                                   |
 * | row  | a chain of retries, a node, an account, a request, and how many equal rows came before        |
 */

export const claimSchema = z.object({
	name: z.string(),
	by: z.enum(['key', 'call', 'row']),
	request: z.string(),
});
export type Claim = z.output<typeof claimSchema>;

/** 20 hexadecimal digits. */
export const hashOf = (...parts: unknown[]): string => hash('sha256', JSON.stringify(parts)).slice(0, 20);

/** Old claims are removed, except of keys. Their names tell the two apart in the database (operations.md). */
export function claim(by: Claim['by'], request: string, ...parts: unknown[]): Claim {
	return { by, name: `${by === 'key' ? 'key' : 'job'} ${hashOf(by, ...parts)}`, request };
}

/** Named after a time, because a claim in doubt has no ID. A claim that is removed and taken again has another time. */
export const next = ({ by, request, name }: Claim, takenAt: number): Claim =>
	claim(by, request, name, takenAt);
