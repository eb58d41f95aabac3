import { createHash } from 'crypto';
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { ServiceRequest } from '../service/request';
import { isObject } from '../service/values';
import { claimSchema, type Claim } from './firstJobs';
import type { JobState } from './kinds';

/** What is kept of a job that was paid for: all but its record. */
export interface JobNote {
	state: Omit<JobState, 'record'>;
	/** Milliseconds since the epoch, as are the other times. */
	submittedAt: number;
	/** When the wait for it ends, whatever has become of it. */
	deadline?: number;
	unfinishedAt?: number;
	statusChecks?: number;
	waitedMs?: number;
	/** The record that its create answered, where records are to come out. */
	created?: JobState['record'];
	/** Its files, once they are stored outside of the execution. */
	files?: IBinaryKeyData;
}

/**
 * What is kept of one item. A fingerprint has one or more parts, each made by fingerprintOf, with dots between them. Two
 * fingerprints with a part in common are of the same submission.
 */
export interface Note {
	fingerprint: string;
	job?: JobNote;
	/** Nobody knows whether the service took its create, for this reason: it must not be sent again unasked. */
	doubt?: string;
	/** What is to be sent for it, while it waits for its turn, or may be made again. */
	plan?: { request: ServiceRequest; asked?: Pick<JobState, 'lipsync'> };
	/** Its idempotency key. */
	claim?: Claim;
	/** Its job is that of an earlier create under the same key. */
	duplicate?: boolean;
	/** How often its job was made again. */
	remade?: number;
	/** Why it came to nothing in this run. Another try begins anew. */
	failure?: { message: string; details: Record<string, unknown> };
	/** What comes out of it, where that is known already and no finished job tells it. */
	output?: IDataObject;
}

/** What is kept of a run as a whole. */
export interface RunNote {
	/** Milliseconds since the epoch. */
	startedAt: number;
	/** The way to wait. */
	way: string;
	/** Where the service calls when a job is done. */
	wakeUpUrl?: string;
	/** Why nothing more is created. */
	halted?: Note['failure'];
	/** Present while the run is parked. */
	parked?: {
		executionId: string;
		wakeAt: number;
		parkedAt: number;
		/** Ids of the jobs that are waited for. */
		open: string[];
		/** Items whose jobs the next session may create. */
		next: number[];
	};
}

/**
 * What a run of a node has to know when it goes on: in a second try (Retry on Fail, Retry of a failed execution), and
 * when it wakes up after a wait. A change takes the same time however many items there are.
 */
export interface Ledger {
	run: RunNote | undefined;
	/** Items of which something is kept, in their order. */
	items(): number[];
	/** All that is kept of an item: another try may have asked for something else. */
	of(item: number): readonly Note[];
	find(item: number, fingerprint: string): Note | undefined;
	/** Keeps a note, in place of the one of the same submission. */
	keep(item: number, note: Note): void;
	drop(item: number, fingerprint: string): void;
	/** Forgets the run: nothing of it will be tried again. */
	clear(): void;
}

const noteSchema = z.object({
	fingerprint: z.string(),
	job: z.custom<JobNote>(isJobNote).optional(),
	doubt: z.string().optional(),
	plan: z.custom<Note['plan']>((plan) => isObject(plan) && isObject(plan.request)).optional(),
	claim: claimSchema.optional(),
	duplicate: z.boolean().optional(),
	remade: z.number().optional(),
	failure: z.object({ message: z.string(), details: z.record(z.unknown()) }).optional(),
	output: z.custom<IDataObject>(isObject).optional(),
});

const runSchema = z.object({
	startedAt: z.number(),
	way: z.string(),
	wakeUpUrl: z.string().optional(),
	halted: noteSchema.shape.failure,
	parked: z
		.object({
			executionId: z.string(),
			wakeAt: z.number(),
			parkedAt: z.number(),
			open: z.array(z.string()),
			next: z.array(z.number()),
		})
		.optional(),
});

function isJobNote(value: unknown): boolean {
	if (!isObject(value) || typeof value.submittedAt !== 'number' || !isObject(value.state)) return false;
	return typeof value.state.id === 'string' && typeof value.state.status === 'string';
}

const PLACE = 'jobs-';

/**
 * Opens the ledger of a run in a node's context, which n8n stores with the execution: over a wait, Retry on Fail and the
 * retry of a failed execution. What is damaged there is left out, and loses nothing else.
 * @param context n8n's context object of the node; only plain data is put into it
 * @param runIndex which run of the node this is, in a loop
 */
export function openLedger(context: Record<string, unknown>, runIndex: number): Ledger {
	const place = `${PLACE}${runIndex}`;
	const stored = context[place];
	const kept: { run?: unknown; items: Record<string, unknown> } = {
		...(isObject(stored) ? stored : {}),
		items: isObject(stored) && isObject(stored.items) ? stored.items : {},
	};
	const notesOf = (item: number): readonly Note[] => {
		const notes: unknown = kept.items[item];
		if (!Array.isArray(notes)) return [];
		return notes.flatMap((note: unknown) => {
			const parsed = noteSchema.safeParse(note);
			return parsed.success ? [parsed.data] : [];
		});
	};
	const put = (item: number, notes: readonly Note[]) => {
		if (notes.length > 0) kept.items[item] = notes;
		else delete kept.items[item];
		context[place] = kept;
	};
	return {
		get run() {
			const parsed = runSchema.safeParse(kept.run);
			return parsed.success ? parsed.data : undefined;
		},
		set run(run) {
			kept.run = run;
			context[place] = kept;
		},
		items: () => Object.keys(kept.items).map(Number),
		of: notesOf,
		find: (item, fingerprint) => notesOf(item).find((note) => isSame(note.fingerprint, fingerprint)),
		keep(item, note) {
			put(item, [...notesOf(item).filter((other) => !isSame(other.fingerprint, note.fingerprint)), note]);
		},
		drop(item, fingerprint) {
			put(
				item,
				notesOf(item).filter((note) => !isSame(note.fingerprint, fingerprint)),
			);
		},
		clear() {
			kept.items = {};
			delete kept.run;
			delete context[place];
		},
	};
}

/** What is kept of the run that is parked, from the context of its node: a node waits in one run at a time. */
export function findParked(
	context: unknown,
): (RunNote & { parked: NonNullable<RunNote['parked']> }) | undefined {
	for (const [place, stored] of Object.entries(isObject(context) ? context : {})) {
		if (!place.startsWith(PLACE) || !isObject(stored)) continue;
		const parsed = runSchema.safeParse(stored.run);
		if (parsed.success && parsed.data.parked !== undefined)
			return { ...parsed.data, parked: parsed.data.parked };
	}
	return undefined;
}

function isSame(one: string, other: string): boolean {
	const parts = other.split('.');
	return one.split('.').some((part) => parts.includes(part));
}

/** A short digest of what makes two submissions the same: the operation, its input, the identity of its binaries. */
export function fingerprintOf(...parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20);
}
