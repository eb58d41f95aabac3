import type { JobKind } from '../jobs/kinds';
import { openLedger, type Ledger, type Note } from '../jobs/ledger';
import { createWatch, isFinal, type Waited, type Watch } from '../jobs/wait';
import { runIndexOf } from '../n8n/reentry';
import { type ItemFailure, type FailureDetails } from '../operation/failure';
import { settingsWith, type CreateSettings } from '../operation/settings';
import type { CreateOperation, Plan } from '../operation/types';
import type { Submitted } from '../transport/errors';
import { createLimit, type Limit } from '../async/limit';
import { polling, type Leg, type Way } from '../waits';
import type { Run } from './runContext';

/** The job of one item, while it runs: what is kept of it for the next leg or try, and what it is made and put out by. */
export interface Track extends Omit<Note, 'parked'> {
	settings: CreateSettings;
	/** The request to send; absent for a job that was made before. */
	plan?: Plan;
	/** A live avatar session that was closed, whatever its status says. */
	isClosed?: boolean;
	/** Its create was taken, and the answer gave no ID. */
	wasTaken?: boolean;
}

/** What the jobs of one run share during one leg, that is, while n8n runs the node once. */
export interface JobRun {
	run: Run;
	operation: CreateOperation;
	ledger: Ledger;
	watch: Watch;
	submissions: Limit;
	/** Waits for a turn of n8n's event loop that no other create has: sending one takes a few milliseconds. */
	turn: () => Promise<void>;
	/** Jobs at the service at a time, 0 for any number. */
	maxInProgress: number;
	/** One for each item that is to be paid for, in their order. */
	tracks: Track[];
	way: Way;
	leg: Leg;
	/** The address that the service calls when a job is done, if the run waits for calls. */
	wakeUpUrl?: string;
	/** Set when nothing more must be created. */
	halted?: ItemFailure;
	/** Set when a job is left for a later leg: nothing more is created in this one. */
	isParking: boolean;
	/** Set when Retry on Fail has had all its tries: a job that failed is not made again. */
	hasTriedAll?: boolean;
}

/** Opens the jobs of a run, for one leg. */
export function openJobRun(run: Run, operation: CreateOperation): JobRun {
	const { context, transport, environment } = run;
	const now = environment.now();
	const turns = createLimit(1);
	return {
		run,
		operation,
		ledger: openLedger(context.getContext('node'), runIndexOf(context)),
		watch: createWatch(transport, environment),
		submissions: createLimit(1),
		turn: async () => await turns(async () => await environment.sleep(0)),
		maxInProgress: 0,
		tracks: [],
		way: polling,
		leg: { startedAt: now, beganAt: now, storeAfter: 0 },
		isParking: false,
	};
}

/** What is kept of a track for the next leg or try. */
export function noteOf({ settings, plan, state, ...kept }: Track): Note {
	return {
		...kept,
		plan: plan && { request: plan.request, asked: plan.asked },
		// Only who switches Simplify off gets the record.
		state: state && { ...state, record: settings.simplify ? {} : state.record },
	};
}

/** The track of which a note was kept. */
export function trackOf(operation: CreateOperation, { parked, ...kept }: Note): Track {
	return { ...kept, settings: settingsWith(operation, parked?.settings) };
}

/** Whether the service took the create of a job. */
export function submittedOf({ state, doubt, wasTaken }: Track): Submitted {
	if (state !== undefined || wasTaken) return 'yes';
	return doubt === undefined ? 'no' : 'unknown';
}

/** The result of the wait for a job, once a look has found it final. */
export function endOf(kind: JobKind, { state, seen }: Track): Waited | undefined {
	if (!state || seen?.waitedMs === undefined || !isFinal(kind, state)) return undefined;
	return { state, timedOut: false, missing: false, ...seen, waitedMs: seen.waitedMs };
}

/** What the failure of an item tells of its job. */
export function knownOf({ operation }: JobRun, track: Track): FailureDetails {
	const { state, settings, duplicate, remade, remadeFrom } = track;
	return {
		id: state?.id ?? remadeFrom,
		jobId: state?.jobId,
		kind: operation.kind.name,
		status: state?.status ?? (remadeFrom === undefined ? undefined : 'failed'),
		resultUrl: state?.resultUrl,
		submitted: submittedOf(track),
		reference: settings.options.reference,
		duplicate,
		remade,
	};
}
