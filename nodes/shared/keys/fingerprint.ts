import { hash } from 'node:crypto';
import { z } from 'zod/v3';
import type { Run } from '../item/runContext';
import type { CreateSettings } from '../operation/settings';
import { bodySettings } from '../operation/settings/bodySettings';
import type { Operation } from '../operation/types';
import { isObject } from '../service/values';

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

/** What an item asks for. */
export interface ItemInput {
	item: number;
	input: unknown;
	settings: Partial<CreateSettings>;
}

/**
 * What identifies a request: each validated parameter, and each setting that goes into the body, as JSON. A file is known
 * by its name, type and size: its place in the store differs from one delivery to the next.
 */
export function requestFields(
	run: Run,
	{ value: operation }: Operation,
	{ item, input, settings }: ItemInput,
): Array<[name: string, json: string]> {
	const own = isObject(input) ? input : { input };
	const options = isObject(own.options) ? own.options : {};
	const flat = { operation, ...own, ...options, ...bodySettings(settings), options: undefined };
	const { binary } = run.items[item] ?? {};
	const named = (_: string, value: unknown): unknown => {
		if (!isObject(value) || value.mode !== 'binary' || typeof value.property !== 'string') return value;
		const { fileName, mimeType, fileSize } = binary?.[value.property] ?? {};
		return { fileName, mimeType, fileSize };
	};
	return Object.entries(flat).flatMap(([name, value]): Array<[string, string]> =>
		value === undefined ? [] : [[name, JSON.stringify(value, binary && named)]],
	);
}

/** The digests of these fields, as a claim has them. */
export function hashed(fields: ReturnType<typeof requestFields>): Claim['fields'] {
	return Object.fromEntries(fields.map(([name, json]) => [name, fingerprintOf(json).slice(0, 10)]));
}
