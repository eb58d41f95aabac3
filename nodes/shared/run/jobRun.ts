import type { JobState } from '../jobs/kinds';
import { openLedger, type JobNote, type Ledger, type Note } from '../jobs/ledger';
import { createWatch, type Waited, type Watch } from '../jobs/wait';
import { runIndexOf } from '../n8n/reentry';
import { type ItemFailure, type FailureDetails } from '../operation/failure';
import type { CreateSettings } from '../operation/settings';
import type { CreateOperation, Plan } from '../operation/types';
import type { Submitted } from '../transport/errors';
import { createLimit, type Limit } from '../transport/limit';
import { polling, type Leg, type Way } from '../waits';
import type { Run } from './runContext';

const RESULTS_AT_A_TIME = 10;

/** What is known of the job of one item, while it runs. */
export interface Track
	extends
		Pick<Note, 'fingerprint' | 'claim' | 'duplicate' | 'remade' | 'remadeFrom'>,
		Pick<JobNote, 'deadline' | 'created' | 'files' | 'seen'> {
	item: number;
	settings: CreateSettings;
	/** The request to send; absent for a job that was made before. */
	plan?: Plan;
	submitted: Submitted;
	/** Milliseconds since the epoch. */
	submittedAt: number;
	/** Made by an earlier leg or try, and taken up by this one. */
	recalled?: boolean;
	state?: JobState;
	/** The result of the wait, once the job is final. */
	waited?: Waited;
	/** A live avatar session that was closed, whatever its status says. */
	isClosed?: boolean;
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
	/** Limits how many results are put out, with their files fetched, at a time. */
	results: Limit;
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
		results: createLimit(RESULTS_AT_A_TIME),
		maxInProgress: 0,
		tracks: [],
		way: polling,
		leg: { startedAt: now, beganAt: now, storeAfter: 0 },
		isParking: false,
	};
}

/** What is kept of a track for the next leg or try. */
export function noteOf({ fingerprint, plan, state, ...track }: Track): Note {
	const { submittedAt, deadline, waited, seen, files, created, claim, duplicate, remade, remadeFrom } = track;
	const sent = plan && { request: plan.request, asked: plan.asked };
	const submission = { fingerprint, plan: sent, claim, duplicate, remade, remadeFrom };
	if (state === undefined) return submission;
	const { record: _, ...known } = state;
	const job = { state: known, submittedAt, deadline, seen, waitedMs: waited?.waitedMs, created, files };
	return { ...submission, job };
}

/** What the failure of an item tells of its job. */
export function knownOf({ operation }: JobRun, track: Track): FailureDetails {
	const { submitted, state, settings, duplicate, remade, remadeFrom } = track;
	return {
		id: state?.id ?? remadeFrom,
		jobId: state?.jobId,
		kind: operation.kind.name,
		status: state?.status ?? (remadeFrom === undefined ? undefined : 'failed'),
		resultUrl: state?.resultUrl,
		submitted,
		reference: settings.options.reference,
		duplicate,
		remade,
	};
}
