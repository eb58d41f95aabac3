import { z } from '../zod';
import type { Made } from '../claims/claims';
import type { JobKind, JobState } from '../jobs/kinds';
import type { SavedFiles } from '../jobs/output';
import { isFinal, type Waited } from '../jobs/wait';
import type { FailureDetails } from '../service/failure';
import type { ServiceRequest } from '../service/request';
import { isObject } from '../service/values';

/*
 * The job of a row, from its plan to its end. Money depends on this. Only a planned job holds a request, so nothing
 * else can be sent, and each change is a function from one member of the union to the next. A suspended run stores it
 * as it is.
 */

const isState = (state: unknown) =>
	isObject(state) && typeof state.id === 'string' && typeof state.status === 'string';

/** The last answer of the service about the job; without its record, unless the output shows that. */
const state = z.custom<JobState>(isState);
const seen = z.object({ statusChecks: z.number(), unfinishedAt: z.number().optional() });

const planned = z.object({
	is: z.literal('planned'),
	request: z.custom<ServiceRequest>(isObject),
});
const atService = {
	state,
	submittedAt: z.number(),
	deadline: z.number().optional(),
	duplicate: z.literal(true).optional(),
	/** Whether the service calls this run when it is done. */
	isCalled: z.boolean().optional(),
};
/** At the service, and not known to be final. */
const running = z.object({ is: z.literal('running'), ...atService, seen: seen.optional() });
/** Final: it is ready, or never will be. */
const ended = z.object({
	is: z.literal('ended'),
	...atService,
	seen: seen.extend({ waitedMs: z.number() }),
	/** Its files, once n8n stores them outside of the execution. */
	files: z.custom<SavedFiles>(isObject).optional(),
});

export const jobSchema = z.discriminatedUnion('is', [planned, running, ended]);
export type Job = z.infer<typeof jobSchema>;
export type Planned = z.infer<typeof planned>;
export type Running = z.infer<typeof running>;
export type Ended = z.infer<typeof ended>;

/** The service took the create of a planned job. */
export function started(state: JobState, known: Pick<Running, 'submittedAt' | 'isCalled'>): Running {
	const seen = { statusChecks: 0, unfinishedAt: known.submittedAt };
	return { is: 'running', state, ...known, seen };
}

/** The job that an earlier create made under the same claim. */
export function reused({ id, at }: Made, isDuplicate: boolean): Running {
	const state = { id, status: 'queued' as const, record: {} };
	return { is: 'running', state, submittedAt: at, ...(isDuplicate && { duplicate: true as const }) };
}

export function observed(kind: JobKind, job: Running, waited: Waited): Running | Ended {
	const { state, statusChecks, unfinishedAt, waitedMs } = waited;
	const seen = { statusChecks, unfinishedAt };
	return isFinal(kind, state)
		? { ...job, is: 'ended', state, seen: { ...seen, waitedMs } }
		: { ...job, state, seen };
}

/** Whether there is a job with an ID at the service. */
export function isMade(job: Job | undefined): job is Running | Ended {
	return job?.is === 'running' || job?.is === 'ended';
}

export function waitResultOf({ state, seen }: Ended): Waited {
	return { state, timedOut: false, missing: false, ...seen };
}

export function detailsOfJob(job: Job | undefined): FailureDetails {
	if (!isMade(job)) return { submitted: 'no' };
	const { state, duplicate } = job;
	const { id, jobId, status, resultUrl } = state;
	return { id, jobId, status, resultUrl, submitted: 'yes', duplicate };
}
