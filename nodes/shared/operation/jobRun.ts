import type { JobState } from '../jobs/kinds';
import { createJobMemory, type JobMemory } from '../jobs/memory';
import { createWatch, type Waited, type Watch } from '../jobs/wait';
import type { Submitted } from '../transport/errors';
import { createLimit, type Limit } from '../transport/limit';
import type { FailureDetails, ItemFailure } from './failure';
import type { Prepared } from './prepare';
import type { Run } from './runContext';
import type { CreateOperation } from './types';

const RESULTS_AT_A_TIME = 10;

/** What is known of the job of one item, while it runs. */
export interface Track {
	prepared: Prepared;
	submitted: Submitted;
	/** Milliseconds since the epoch. */
	submittedAt: number;
	/** Made by an earlier try, and taken up by this one. */
	recalled?: boolean;
	state?: JobState;
	/** What the wait in the process came to. */
	waited?: Waited;
}

/** What the jobs of one run share. */
export interface JobRun {
	run: Run;
	operation: CreateOperation;
	memory: JobMemory;
	watch: Watch;
	submissions: Limit;
	/** Results are given out, and their files fetched, so many at a time. */
	results: Limit;
	/** One for each item that is to be paid for, in their order. */
	tracks: Track[];
	/** The address that the service calls when a job is done, where the run waits for that. */
	wakeUp?: string;
	/** Set when nothing more is to be created. */
	halted?: ItemFailure;
}

/** Opens the jobs of a run. */
export function openJobRun(run: Run, operation: CreateOperation, submissionsAtATime: number): JobRun {
	const { context, transport, environment } = run;
	const runIndex = Number(context.evaluateExpression('{{ $runIndex }}', 0));
	return {
		run,
		operation,
		memory: createJobMemory(context.getContext('node'), runIndex),
		watch: createWatch(transport, environment),
		submissions: createLimit(submissionsAtATime),
		results: createLimit(RESULTS_AT_A_TIME),
		tracks: [],
	};
}

/** What an item's failure carries of its job. */
export function knownOf({ operation }: JobRun, { prepared, submitted, state }: Track): FailureDetails {
	return {
		id: state?.id,
		jobId: state?.jobId,
		kind: operation.kind.name,
		status: state?.status,
		resultUrl: state?.resultUrl,
		submitted,
		reference: prepared.settings.options.reference,
	};
}
