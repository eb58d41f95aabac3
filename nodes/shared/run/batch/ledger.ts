import { z } from 'zod/v3';
import { nodeOf } from '../../n8n/node';
import { runIndexOf } from '../../n8n/reentry';
import { nodeContextOf } from '../../n8n/storedExecution';
import { isObject, readInteger } from '../../service/values';
import type { Job } from '../../item/job';
import { keptJournal } from '../../keys/journal';
import type { Run } from '../../item/runContext';
import { failureSchema, storedEntry, toStore, type Entry, type StoredEntry } from './entry';

type Submission = Pick<StoredEntry, 'item' | 'fingerprint'>;

/** What is kept of a parked run as a whole. Times are milliseconds since the epoch. */
const parkSchema = z.object({
	executionId: z.string(),
	startedAt: z.number(),
	/** When n8n would have cancelled the first leg; absent for never. */
	limitAt: z.number().optional(),
	/** The name of its strategy. */
	strategy: z.string(),
	/** Where the service calls when a job is done. */
	wakeUpUrl: z.string().optional(),
	/** Why nothing more is created. */
	halted: failureSchema.optional(),
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
		/** How many jobs it has made, in all its tries: also those that failed, or may have been taken. */
		made: z.number().optional().catch(undefined),
		/** How many it counts as for At Most (Jobs), where that is set: with those that it is about to make. */
		jobCount: z.number().optional().catch(undefined),
		/** Its journal, which a retry goes on with. */
		journal: keptJournal.optional().catch(undefined),
		/** How often an execution has begun it. */
		tries: z.object({ executionId: z.string(), count: z.number() }).optional().catch(undefined),
		items: z.record(z.unknown()).catch(() => ({})),
	})
	.catch(() => ({ items: {} }));
type RunState = Omit<z.output<typeof runSchema>, 'items'>;

const PLACE = 'jobs-';

/** What a run of a node has to know when it goes on. A change takes the same time for any number of items. */
export type Ledger = ReturnType<typeof openLedger>;

/** The ledger of a run of a node. */
export function ledgerOf({ context }: Run): Ledger {
	return openLedger(nodeContextOf(context), runIndexOf(context));
}

/**
 * Opens the ledger of a run in a node's context, which n8n stores with the execution: over a wait, Retry on Fail and
 * the retry of a failed execution. A damaged entry is left out.
 * @param context n8n's context object of the node; only plain data is put into it
 * @param runIndex the index of this run of the node, in a loop
 */
function openLedger(context: Record<string, unknown>, runIndex: number) {
	const place = `${PLACE}${runIndex}`;
	let kept = runSchema.parse(context[place]);
	const read = new Map<number, readonly StoredEntry[]>();
	const entriesOf = (item: number): readonly StoredEntry[] => {
		const known = read.get(item);
		if (known) return known;
		const entries: unknown = kept.items[item];
		return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) => {
			const parsed = storedEntry.safeParse(entry);
			return parsed.success ? [parsed.data] : [];
		});
	};
	return {
		/** What is kept of the run as a whole. */
		get run(): Readonly<RunState> {
			return kept;
		},
		change(values: RunState) {
			kept = { ...kept, ...values };
			context[place] = kept;
		},
		/** All entries of an item: another try may have asked for something else. */
		of: entriesOf,
		find: ({ item, fingerprint }: Submission) =>
			entriesOf(item).find((entry) => isSameSubmission(entry.fingerprint, fingerprint)),
		/** Keeps an entry; it replaces that of the same submission. */
		keep(entry: StoredEntry) {
			const { item, fingerprint } = entry;
			const others = entriesOf(item).filter((each) => !isSameSubmission(each.fingerprint, fingerprint));
			const entries = [...others, entry];
			read.set(item, entries);
			kept.items[item] = entries;
			context[place] = kept;
		},
		/** Forgets an entry: another try begins anew. */
		drop({ item, fingerprint }: Submission) {
			const others = entriesOf(item).filter((each) => !isSameSubmission(each.fingerprint, fingerprint));
			read.set(item, others);
			kept.items[item] = others;
			context[place] = kept;
		},
		/** Forgets the run, and ends the use of its ledger: nothing of it will be tried again. */
		clear() {
			if (kept.jobCount === undefined) delete context[place];
			else context[place] = { jobCount: kept.jobCount };
		},
		/** How many jobs the other runs of the node in this execution count as: a round of a loop or a call of an agent is one. */
		jobCountOfOthers: () =>
			Object.entries(context).reduce<number>(
				(sum, [name, run]) => sum + (name !== place && isObject(run) ? (readInteger(run.jobCount) ?? 0) : 0),
				0,
			),
	};
}

/** Gives an entry its job, and keeps it for a later leg or try. */
export function keepJob<J extends Job>(ledger: Ledger, entry: Entry, job: J): J {
	entry.job = job;
	ledger.keep(toStore(entry));
	return job;
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

/** Whether two fingerprints share a part: then they belong to the same submission. */
function isSameSubmission(one: string, other: string): boolean {
	const parts = other.split('.');
	return one.split('.').some((part) => parts.includes(part));
}

/* n8n counts the tries of Retry on Fail anew whenever it wakes a parked run up: a job that always fails would be paid without end. */

/** The most that n8n allows. */
const MOST_TRIES = 5;

/** Counts a try of a run. */
export function countTry({ context }: Run, ledger: Ledger): void {
	const executionId = context.getExecutionId();
	ledger.change({ tries: { executionId, count: triesOf(ledger, executionId) + 1 } });
}

/** Whether Retry on Fail has had all its tries, those that were counted. */
export function areTriesUsedUp({ context }: Run, ledger: Ledger): boolean {
	const { retryOnFail, maxTries } = nodeOf(context);
	if (retryOnFail !== true) return false;
	// As n8n reads the setting.
	return triesOf(ledger, context.getExecutionId()) > Math.min(MOST_TRIES, Math.max(2, maxTries || 3));
}

/** Ends the tries of a run: another leg, from the same park, may have made its failed jobs again. */
export function useUpTries({ context }: Run, ledger: Ledger): void {
	ledger.change({ tries: { executionId: context.getExecutionId(), count: MOST_TRIES } });
}

function triesOf({ run: { tries } }: Ledger, executionId: string): number {
	// A tool of n8n Agents has no execution.
	return tries !== undefined && tries.executionId === executionId ? tries.count : 0;
}

/** Whether another try may make jobs again that failed. */
export function isRetried({ context }: Pick<Run, 'context'>): boolean {
	return nodeOf(context).retryOnFail === true;
}
