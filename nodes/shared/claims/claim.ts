import { hash } from 'node:crypto';
import { z } from '../zod';

/*
 * Every create is claimed before it is sent. The first to take a claim may send its create. Everyone else gets its job.
 *
 * | by   | has one claim                                                                                 |
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

/** Old rows are removed, except of keys. Their names show which is which (operations.md). */
export const JOB = 'job ';

export const claim = (by: Claim['by'], request: string, ...parts: unknown[]): Claim => ({
	...{ by, request },
	name: `${by === 'key' ? 'key ' : JOB}${hashOf(by, ...parts)}`,
});

/** The row that holds the root of an execution for a node. */
export const rootRow = (execution: string, node: string): string => JOB + hashOf('root', execution, node);

/** Named after a time, because a claim in doubt has no ID. A claim that is removed and taken again has another time. */
export const next = ({ by, request, name }: Claim, takenAt: number): Claim =>
	claim(by, request, name, takenAt);
