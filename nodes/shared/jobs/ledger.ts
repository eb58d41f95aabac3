import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { ServiceRequest } from '../service/request';
import { isObject } from '../service/values';
import { claimSchema } from './claim';
import { isSameSubmission } from './fingerprint';
import type { JobState } from './kinds';
import type { Waited } from './wait';

/** What is kept of a paid job: all but its record. */
export interface JobNote {
	state: Omit<JobState, 'record'>;
	/** Milliseconds since the epoch, as are the other times. */
	submittedAt: number;
	/** When the wait for it ends, in any case. */
	deadline?: number;
	/** What the looks at it have seen. */
	seen?: Pick<Waited, 'statusChecks' | 'unfinishedAt'>;
	waitedMs?: number;
	/** The record from the answer of its create, when the output has records. */
	created?: JobState['record'];
	/** Its files, once they are stored outside of the execution. */
	files?: IBinaryKeyData;
}

/** What is kept of one item. */
const noteSchema = z.object({
	fingerprint: z.string(),
	job: z.custom<JobNote>(isJobNote).optional(),
	/** Why it is unknown whether the service took its create, which must then not be sent again unasked. */
	doubt: z.string().optional(),
	/** What the person set for the item, once the run is parked. */
	settings: z.record(z.unknown()).optional(),
	/** The request to send, while it waits for its turn or may be made again. */
	plan: z
		.custom<{ request: ServiceRequest; asked?: Pick<JobState, 'lipsync'> }>(
			(plan) => isObject(plan) && isObject(plan.request),
		)
		.optional(),
	/** Its idempotency key. */
	claim: claimSchema.optional(),
	/** Its job was made by an earlier create under the same key. */
	duplicate: z.boolean().optional(),
	/** How often its job was made again. */
	remade: z.number().optional(),
	/** The failed job that it is made again for. */
	remadeFrom: z.string().optional(),
	/** Why it failed in this run. Another try starts afresh. */
	failure: z.object({ message: z.string(), details: z.record(z.unknown()) }).optional(),
	/** Its output, when that is known already and can't be derived from a finished job. */
	output: z.custom<IDataObject>(isObject).optional(),
});
export type Note = z.output<typeof noteSchema>;

/** What is kept of a parked run as a whole. Times are milliseconds since the epoch. */
const runSchema = z.object({
	startedAt: z.number(),
	/** The way to wait. */
	way: z.string(),
	/** Where the service calls when a job is done. */
	wakeUpUrl: z.string().optional(),
	/** Why nothing more is created. */
	halted: noteSchema.shape.failure,
	parked: z.object({
		executionId: z.string(),
		wakeAt: z.number(),
		parkedAt: z.number(),
		/** Ids of the jobs that the run waits for. */
		open: z.array(z.string()),
		/** Items whose jobs the next leg may create. */
		next: z.array(z.number()),
	}),
});
export type RunNote = z.output<typeof runSchema>;

function isJobNote(value: unknown): boolean {
	if (!isObject(value) || typeof value.submittedAt !== 'number' || !isObject(value.state)) return false;
	return typeof value.state.id === 'string' && typeof value.state.status === 'string';
}

const PLACE = 'jobs-';

/**
 * What a run of a node has to know when it goes on: in a second try (Retry on Fail, Retry of a failed execution), and
 * when it wakes up after a wait. A change takes the same time for any number of items.
 */
export type Ledger = ReturnType<typeof openLedger>;

/**
 * Opens the ledger of a run in a node's context, which n8n stores with the execution: over a wait, Retry on Fail and
 * the retry of a failed execution. Damaged notes are left out, without harm to the others.
 * @param context n8n's context object of the node; only plain data is put into it
 * @param runIndex the index of this run of the node, in a loop
 */
export function openLedger(context: Record<string, unknown>, runIndex: number) {
	const place = `${PLACE}${runIndex}`;
	const stored = context[place];
	const kept: { run?: unknown; items: Record<string, unknown> } = {
		...(isObject(stored) ? stored : {}),
		items: isObject(stored) && isObject(stored.items) ? stored.items : {},
	};
	const read = new Map<number, readonly Note[]>();
	const notesOf = (item: number): readonly Note[] => {
		const known = read.get(item);
		if (known) return known;
		const notes: unknown = kept.items[item];
		return (Array.isArray(notes) ? notes : []).flatMap((note: unknown) => {
			const parsed = noteSchema.safeParse(note);
			return parsed.success ? [parsed.data] : [];
		});
	};
	const put = (item: number, notes: readonly Note[]) => {
		read.set(item, notes);
		if (notes.length > 0) kept.items[item] = notes;
		else delete kept.items[item];
		context[place] = kept;
	};
	const othersThan = (item: number, fingerprint: string) =>
		notesOf(item).filter((note) => !isSameSubmission(note.fingerprint, fingerprint));
	return {
		get run(): RunNote | undefined {
			const parsed = runSchema.safeParse(kept.run);
			return parsed.success ? parsed.data : undefined;
		},
		set run(run) {
			kept.run = run;
			context[place] = kept;
		},
		/** All notes of an item: another try may have asked for something else. */
		of: notesOf,
		find: (item: number, fingerprint: string): Note | undefined =>
			notesOf(item).find((note) => isSameSubmission(note.fingerprint, fingerprint)),
		/** Keeps a note; it replaces that of the same submission. */
		keep: (item: number, note: Note) => put(item, [...othersThan(item, note.fingerprint), note]),
		drop: (item: number, fingerprint: string) => put(item, othersThan(item, fingerprint)),
		/** Forgets the run, and ends the use of its ledger: nothing of it will be tried again. */
		clear() {
			delete context[place];
		},
	};
}

/** The note of the parked run, from the context of its node: a node waits in one run at a time. */
export function findParked(context: unknown): RunNote | undefined {
	for (const [place, stored] of Object.entries(isObject(context) ? context : {})) {
		const run = place.startsWith(PLACE) && isObject(stored) ? stored.run : undefined;
		const parsed = runSchema.safeParse(run);
		if (parsed.success) return parsed.data;
	}
	return undefined;
}
