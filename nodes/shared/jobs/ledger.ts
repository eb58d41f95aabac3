import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { createHash } from 'crypto';
import { z } from 'zod/v3';
import type { ServiceRequest } from '../service/request';
import { isObject, readInteger } from '../service/values';
import { claimSchema } from './keptJob';
import type { JobState } from './kinds';

const isState = (state: unknown) =>
	isObject(state) && typeof state.id === 'string' && typeof state.status === 'string';

const failureSchema = z.object({ message: z.string(), details: z.record(z.unknown()) }).optional();

/** What is kept of one item. Times are milliseconds since the epoch. */
const noteSchema = z.object({
	item: z.number(),
	fingerprint: z.string(),
	/** The request to send, while it waits for its turn or may be made again. */
	plan: z
		.object({
			request: z.custom<ServiceRequest>(isObject),
			asked: z.custom<Pick<JobState, 'lipsync'>>(isObject).optional(),
		})
		.optional(),
	/** Its job; without the record, unless that is put out. */
	state: z.custom<JobState>(isState).optional(),
	submittedAt: z.number(),
	/** When the wait for the job ends, in any case. */
	deadline: z.number().optional(),
	/** What the looks at the job have seen. */
	seen: z
		.object({
			statusChecks: z.number(),
			unfinishedAt: z.number().optional(),
			/** Absent when the job is to be looked at again. */
			waitedMs: z.number().optional(),
		})
		.optional(),
	/** Its files, once they are stored outside of the execution. */
	files: z.custom<IBinaryKeyData>(isObject).optional(),
	/** Why it is unknown whether the service took its create, which must then not be sent again unasked. */
	doubt: z.string().optional(),
	/** Its idempotency key. */
	claim: claimSchema.optional(),
	/** Its job was made by an earlier create under the same key. */
	duplicate: z.boolean().optional(),
	/** How often its job was made again. */
	remade: z.number().optional(),
	/** The failed job that it is made again for. */
	remadeFrom: z.string().optional(),
	/** For the next leg; another try starts afresh. */
	parked: z
		.object({
			/** What the person set for the item. */
			settings: z.record(z.unknown()).optional(),
			/** Why it failed. */
			failure: failureSchema,
			/** Its output, when that is known already and can't be derived from a finished job. */
			output: z.custom<IDataObject>(isObject).optional(),
		})
		.optional(),
});
export type Note = z.output<typeof noteSchema>;
type Submission = Pick<Note, 'item' | 'fingerprint'>;

/** What is kept of a parked run as a whole. Times are milliseconds since the epoch. */
const parkSchema = z.object({
	executionId: z.string(),
	startedAt: z.number(),
	/** The way to wait. */
	way: z.string(),
	/** Where the service calls when a job is done. */
	wakeUpUrl: z.string().optional(),
	/** Why nothing more is created. */
	halted: failureSchema,
	wakeAt: z.number(),
	parkedAt: z.number(),
	/** Ids of the jobs that the run waits for. */
	open: z.array(z.string()),
	/** Items whose jobs the next leg may create. */
	next: z.array(z.number()),
	/** Whether the next leg may create anything: a job whose turn has come, or one again that failed. */
	createsMore: z.boolean(),
});
export type Park = z.output<typeof parkSchema>;

/** What is kept of a run. A damaged part is left out, without harm to the others. */
const runSchema = z
	.object({
		/** Set while the run is parked. */
		park: parkSchema.optional().catch(undefined),
		/** How many jobs it was to make, where At Most (Jobs) is set. */
		made: z.number().optional().catch(undefined),
		/** How often an execution has begun it. */
		tries: z.object({ executionId: z.string(), count: z.number() }).optional().catch(undefined),
		items: z.record(z.unknown()).catch(() => ({})),
	})
	.catch(() => ({ items: {} }));
type RunNote = Omit<z.output<typeof runSchema>, 'items'>;

const PLACE = 'jobs-';

/** What a run of a node has to know when it goes on. A change takes the same time for any number of items. */
export type Ledger = ReturnType<typeof openLedger>;

/**
 * Opens the ledger of a run in a node's context, which n8n stores with the execution: over a wait, Retry on Fail and
 * the retry of a failed execution. A damaged note is left out.
 * @param context n8n's context object of the node; only plain data is put into it
 * @param runIndex the index of this run of the node, in a loop
 */
export function openLedger(context: Record<string, unknown>, runIndex: number) {
	const place = `${PLACE}${runIndex}`;
	const kept = runSchema.parse(context[place]);
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
		kept.items[item] = notes;
		context[place] = kept;
	};
	const othersThan = ({ item, fingerprint }: Submission) =>
		notesOf(item).filter((note) => !isSameSubmission(note.fingerprint, fingerprint));
	return {
		/** What is kept of the run as a whole. */
		run: kept as Readonly<RunNote>,
		change(values: RunNote) {
			Object.assign(kept, values);
			context[place] = kept;
		},
		/** All notes of an item: another try may have asked for something else. */
		of: notesOf,
		find: ({ item, fingerprint }: Submission) =>
			notesOf(item).find((note) => isSameSubmission(note.fingerprint, fingerprint)),
		/** Keeps a note; it replaces that of the same submission. */
		keep: (note: Note) => put(note.item, [...othersThan(note), note]),
		drop: (submission: Submission) => put(submission.item, othersThan(submission)),
		/** Forgets the run, and ends the use of its ledger: nothing of it will be tried again. */
		clear() {
			if (kept.made === undefined) delete context[place];
			else context[place] = { made: kept.made };
		},
		/** How many jobs the runs of the node in this execution were to make: a round of a loop or a call of an agent is one. */
		madeByAll: () =>
			Object.values(context).reduce<number>(
				(sum, run) => sum + (isObject(run) ? (readInteger(run.made) ?? 0) : 0),
				0,
			),
	};
}

/** The park of a node, from its context: a node waits in one run at a time. */
export function findParked(context: unknown): Park | undefined {
	for (const [place, stored] of Object.entries(isObject(context) ? context : {})) {
		const park = place.startsWith(PLACE) && isObject(stored) ? stored.park : undefined;
		const parsed = parkSchema.safeParse(park);
		if (parsed.success) return parsed.data;
	}
	return undefined;
}

/**
 * A short digest of what identifies a submission: the operation, its input, the identity of its binaries. The
 * fingerprint of a submission is one or more of them, joined by dots.
 */
export function fingerprintOf(...parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20);
}

/** Whether two fingerprints share a part: then they belong to the same submission. */
function isSameSubmission(one: string, other: string): boolean {
	const parts = other.split('.');
	return one.split('.').some((part) => parts.includes(part));
}
