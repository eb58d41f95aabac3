import type { IBinaryKeyData } from 'n8n-workflow';
import type { JobState } from '../jobs/kinds';
import type { Claim } from '../jobs/firstJobs';
import { openLedger, type Ledger, type Note } from '../jobs/ledger';
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
export interface Track {
	item: number;
	/** Identifies the submission in a second try. */
	fingerprint: string;
	settings: CreateSettings;
	/** The request to send; absent for a job that was made before. */
	plan?: Plan;
	submitted: Submitted;
	/** Milliseconds since the epoch. */
	submittedAt: number;
	/** Made by an earlier leg or try, and taken up by this one. */
	recalled?: boolean;
	/** Milliseconds since the epoch. */
	deadline?: number;
	state?: JobState;
	/** The record from the answer of the create. */
	created?: JobState['record'];
	/** The result of the wait, once the job is final. */
	waited?: Waited;
	/** Files that were fetched already. */
	files?: IBinaryKeyData;
	/** A live avatar session that was closed, whatever its status says. */
	isClosed?: boolean;
	/** Its idempotency key. */
	claim?: Claim;
	/** Its job was made by an earlier create under the same key. */
	duplicate?: boolean;
	/** How often its job was made again. */
	remade?: number;
	/** Its last job, which failed, and which it is made again for. */
	remadeFrom?: string;
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
	/** How many jobs this run makes, including those made again. */
	made: number;
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
		made: 0,
		tracks: [],
		way: polling,
		leg: { startedAt: now, beganAt: now, storeAfter: 0 },
		isParking: false,
	};
}

/** How many jobs were made, or will be, for a track. */
export function madeFor({ duplicate, remade = 0 }: Track): number {
	return duplicate ? 0 : 1 + remade;
}

/** What is kept of a track for the next leg or try. */
export function noteOf({ fingerprint, plan, state, ...track }: Track): Note {
	const { submittedAt, deadline, waited, files, created, claim, duplicate, remade, remadeFrom } = track;
	const submission = {
		fingerprint,
		...(plan && { plan: { request: plan.request, ...(plan.asked && { asked: plan.asked }) } }),
		...(claim && { claim }),
		...(duplicate && { duplicate }),
		...(remade !== undefined && { remade }),
		...(remadeFrom !== undefined && { remadeFrom }),
	};
	if (state === undefined) return submission;
	const { record: _, ...known } = state;
	return {
		...submission,
		job: {
			state: known,
			submittedAt,
			...(deadline !== undefined && { deadline }),
			...(waited && {
				unfinishedAt: waited.unfinishedAt,
				statusChecks: waited.statusChecks,
				waitedMs: waited.waitedMs,
			}),
			...(created && { created }),
			...(files && { files }),
		},
	};
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
