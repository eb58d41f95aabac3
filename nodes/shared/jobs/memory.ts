import { createHash } from 'crypto';
import { z } from 'zod';
import { isObject } from '../service/values';
import type { StreamUrls } from './kinds';

/** What is kept of a job that was paid for, so that a second try waits for it instead of paying again. */
export interface Handle {
	id: string;
	jobId?: string;
	/** Milliseconds since the epoch. */
	submittedAt: number;
	/** A session's chat addresses stand in the answer of its create alone (field notes: Live avatar). */
	streamUrls?: StreamUrls;
}

/**
 * The handles of one run of a node. A fingerprint has one or more parts with dots between them (fingerprintOf): two are of
 * the same submission when they have one in common.
 */
export interface JobMemory {
	recall(item: number, fingerprint: string): Handle | undefined;
	/** Whether an earlier try made any job for the item. */
	holds(item: number): boolean;
	keep(item: number, fingerprint: string, handle: Handle): void;
	drop(item: number, fingerprint: string): void;
	/** Notes that nobody knows whether the service took a create, and why: it must not be sent again unasked. */
	doubt(item: number, fingerprint: string, why: string): void;
	doubtOf(item: number, fingerprint: string): string | undefined;
	/** Forgets the run: nothing of it will be tried again. */
	clear(): void;
}

const handleSchema = z.object({
	id: z.string(),
	jobId: z.string().optional(),
	submittedAt: z.number(),
	streamUrls: z
		.object({
			clientPullStreamUrl: z.string().optional(),
			clientChatRoomUrl: z.string().optional(),
			serverChatRoomUrl: z.string().optional(),
		})
		.optional(),
});

const doubtSchema = z.object({ doubt: z.string() });

/** What a context holds, in an object of its own; what is damaged is left out, and loses nothing else. */
function readAll<T>(stored: unknown, schema: z.ZodType<T>): Record<string, T> {
	const found: Record<string, T> = {};
	for (const [key, value] of Object.entries(isObject(stored) ? stored : {})) {
		const parsed = schema.safeParse(value);
		if (parsed.success) found[key] = parsed.data;
	}
	return found;
}

/**
 * The memory in a node's context, which n8n keeps over Retry on Fail and over the retry of a failed execution.
 * @param context n8n's context object of the node; only plain data is put into it
 * @param runIndex which run of the node this is, in a loop
 */
export function createJobMemory(context: Record<string, unknown>, runIndex: number): JobMemory {
	const place = `jobs-${runIndex}`;
	const handles: Record<string, Handle> = readAll(context[place], handleSchema);
	const doubts = readAll(context[place], doubtSchema);
	/** The name of an entry of the same submission; a new one where there is none. */
	const nameIn = (all: object, item: number, fingerprint: string) => {
		const parts = fingerprint.split('.');
		const own = Object.keys(all).filter((name) => name.startsWith(`${item}-`));
		const isSame = (name: string) =>
			name
				.slice(`${item}-`.length)
				.split('.')
				.some((part) => parts.includes(part));
		return own.find(isSame) ?? `${item}-${fingerprint}`;
	};
	const store = () => {
		const all = { ...doubts, ...handles };
		if (Object.keys(all).length > 0) context[place] = all;
		else delete context[place];
	};
	return {
		recall: (item, fingerprint) => handles[nameIn(handles, item, fingerprint)],
		holds: (item) => Object.keys(handles).some((name) => name.startsWith(`${item}-`)),
		keep(item, fingerprint, handle) {
			handles[nameIn(handles, item, fingerprint)] = handle;
			store();
		},
		drop(item, fingerprint) {
			delete handles[nameIn(handles, item, fingerprint)];
			store();
		},
		doubt(item, fingerprint, why) {
			doubts[nameIn(doubts, item, fingerprint)] = { doubt: why };
			store();
		},
		doubtOf: (item, fingerprint) => doubts[nameIn(doubts, item, fingerprint)]?.doubt,
		clear() {
			for (const kept of [handles, doubts]) for (const name of Object.keys(kept)) delete kept[name];
			store();
		},
	};
}

/** A short digest of what makes two submissions the same: the operation, its input, the identity of its binaries. */
export function fingerprintOf(...parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20);
}
