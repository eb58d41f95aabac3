import { createLimit, type Limit } from '../../async/limit';
import { createWatch, type Watch } from '../../jobs/wait';
import { timeLimitOf } from '../../n8n/timeLimit';
import { goesOn, type ItemFailure } from '../../operation/failure';
import type { CreateSettings } from '../../operation/settings';
import type { CreateOperation } from '../../operation/types';
import { isMade, type Job } from '../../item/job';
import type { Run } from '../../item/runContext';
import type { Journal } from '../../keys/journal';
import { emptyEntry, type Entry } from './entry';
import type { Ledger } from './ledger';
import { endsOf, type Strategy, type Timing } from './waysToWait';

/** Somebody who waits for the output of a run, so that it must not be stored; or nobody who would wake it up. */
export interface Waiter {
	/** Who waits, or what is missing, as the end of a sentence. */
	why: string;
	/** How the run can be stored all the same, as a sentence; empty where it can't. */
	wayOn: string;
	/** Whether it is a caller on the line: proxies give up after a minute or two. */
	isOnTheLine?: true;
}

/** How a run waits. */
export interface Chosen {
	strategy: Strategy;
	/** The address that wakes this execution up, if the strategy needs calls. */
	wakeUpUrl?: string;
	/** Who waits for the output, so that the run stays in the process. */
	waiting?: Waiter;
	/** Whether it is stored right after its creates: n8n Agents end a tool that runs for minutes. */
	storesAtOnce?: boolean;
}

/** What the items of a run that makes jobs share, as long as it goes on. */
export interface Common {
	run: Run;
	operation: CreateOperation;
	ledger: Ledger;
	journal: Journal;
}

/** The items of a run that makes jobs, and what they share during one leg, that is, while n8n runs the node once. */
export interface Batch extends Common, Chosen, Timing {
	/** When n8n would have cancelled the first leg. */
	limitAt: number;
	watch: Watch;
	/** Jobs at the service at a time; Infinity for any number. */
	maxInProgress: number;
	/** Limits how many jobs are handed to the service at a time. */
	submissions: Limit;
	/** One for each item, in their order. */
	entries: readonly Entry[];
	/** Set when nothing more must be created. */
	halted?: ItemFailure;
}

/** What is known of a leg before its batch is opened. */
export interface Opening extends Common, Chosen, Pick<Batch, 'entries' | 'halted'> {
	settings: CreateSettings;
	answerBy?: number;
	/** Of a leg that was woken up: what the run had before. */
	before?: { startedAt: number; wokenBy: 'time' | 'call'; limitAt: number };
}

export function openBatch({ settings, before, answerBy = Infinity, ...opening }: Opening): Batch {
	const { context, transport, environment, beganAt } = opening.run;
	const { startedAt = beganAt, wokenBy } = before ?? {};
	const limit = timeLimitOf(context);
	const limitAt = before?.limitAt ?? limit.at;
	return {
		...opening,
		leg: { startedAt, beganAt, wokenBy, storeAfter: opening.storesAtOnce ? 0 : settings.storeAfter },
		ends: endsOf(limit, beganAt, wokenBy, { startedAt, limitAt }),
		limitAt,
		answerBy,
		watch: createWatch(transport, environment),
		maxInProgress: settings.maxInProgress || Infinity,
		submissions: createLimit(settings.maxConcurrent),
	};
}

/** What holds for the whole run: it is the same for all items that wait. */
export function settingsOfRun(operation: CreateOperation, entries: readonly Entry[]): CreateSettings {
	const all = entries.filter(isPending).map(({ settings }) => settings);
	return all.find(waitsForJob) ?? all[0] ?? emptyEntry(operation, 0).settings;
}

/** Whether an item waits for its job. */
export const waitsForJob = ({ waitForCompletion, checkOnly }: CreateSettings) =>
	waitForCompletion && !checkOnly;

/** Whether an item is at work, or left for a later leg. */
export const isPending = ({ outcome }: Entry) => outcome === undefined;

/** The items that are not over, whose jobs are in one of these states. */
export function pending({ entries }: Pick<Batch, 'entries'>, ...states: Array<Job['is']>): Entry[] {
	return entries.filter((entry) => isPending(entry) && entry.job && states.includes(entry.job.is));
}

/** Whether the job of an item is paid, or may be. */
export const mayBePaid = ({ job }: Pick<Entry, 'job'>) => isMade(job) || job?.is === 'inDoubt';

/** Ends the creating of jobs, if there is a reason; the first one stays. */
export function halt(batch: Pick<Batch, 'halted'>, why: ItemFailure | undefined): void {
	batch.halted ??= why;
}

/** Ends it after a failure when the node stops on it, or the service would refuse all other creates. */
export function haltAfter(batch: Pick<Batch, 'halted' | 'run'>, failure: ItemFailure): void {
	if (failure.stopsEverything || !goesOn(batch.run.context)) halt(batch, failure);
}
