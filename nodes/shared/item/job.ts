import { z } from 'zod/v3';
import type { JobKind, JobState } from '../jobs/kinds';
import { receiptOf, sighted, type FileFacts, type SavedFiles } from '../jobs/output';
import { isFinal, type Waited } from '../jobs/wait';
import type { FailureDetails } from '../operation/failure';
import type { Plan } from '../operation/types';
import type { ServiceRequest } from '../service/request';
import { isObject } from '../service/values';

/*
 * The job of an item, from its plan to its end. Money hangs on this: only a planned job holds a request, so nothing else
 * can be sent, and each change is a function from one member of the union to the next. The ledger stores a job as it is.
 */

const isState = (state: unknown) =>
	isObject(state) && typeof state.id === 'string' && typeof state.status === 'string';

/** What the service says of the job; without the record, unless that is put out. */
const state = z.custom<JobState>(isState);
/** What the polls of a job have seen. Times are milliseconds since the epoch. */
const seen = z.object({
	statusChecks: z.number(),
	unfinishedAt: z.number().optional(),
	sightings: z.object({ workingAt: z.number().optional(), completedAt: z.number().optional() }).optional(),
});

/** Not sent yet. */
const planned = z.object({
	is: z.literal('planned'),
	request: z.custom<ServiceRequest>(isObject),
	/** What was asked for, if the answer of the create may not repeat it. */
	asked: z.custom<Plan['asked']>().optional(),
});
/** Sent, and it is unknown whether the service took it, or what its ID is: it must not be sent again unasked. */
const inDoubt = z.object({
	is: z.literal('inDoubt'),
	why: z.string(),
	/** `yes` when the service took it, and gave no ID. */
	taken: z.enum(['yes', 'unknown']),
});
const atService = {
	state,
	submittedAt: z.number(),
	/** When the wait for it ends, in any case. */
	deadline: z.number().optional(),
	/** It was made by an earlier create under the same idempotency key. */
	duplicate: z.literal(true).optional(),
};
/** At the service, and not known to be final. */
const running = z.object({ is: z.literal('running'), ...atService, seen: seen.optional() });
/** Final: it is ready, or never will be. */
const ended = z.object({
	is: z.literal('ended'),
	...atService,
	seen: seen.extend({ waitedMs: z.number() }),
	/** Its files, once they are stored outside of the execution. */
	files: z.custom<SavedFiles>(isObject).optional(),
});

export const jobSchema = z.discriminatedUnion('is', [planned, inDoubt, running, ended]);
export type Job = z.infer<typeof jobSchema>;
export type Planned = z.infer<typeof planned>;
export type InDoubt = z.infer<typeof inDoubt>;
export type Running = z.infer<typeof running>;
export type Ended = z.infer<typeof ended>;

/** A job that is to be made. */
export function plan(request: ServiceRequest, asked: Plan['asked']): Planned {
	return { is: 'planned', request, asked };
}

/** The service is to call the run at this address when the job is done: only the leg that sends it knows where that is. */
export function calledAt(planned: Planned, webhookUrl: string | undefined): Planned {
	const { request } = planned;
	return webhookUrl === undefined
		? planned
		: { ...planned, request: { ...request, body: { ...request.body, webhookUrl } } };
}

/** Its create ended without an ID. */
export function doubted(_: Planned, why: string, taken: InDoubt['taken'] = 'unknown'): InDoubt {
	return { is: 'inDoubt', why, taken };
}

/** The service took its create. */
export function started({ asked }: Planned, created: JobState, submittedAt: number): Running {
	const sightings = sighted(created, submittedAt);
	const seen = { statusChecks: 0, unfinishedAt: submittedAt, sightings };
	return { is: 'running', state: { ...asked, ...created }, submittedAt, seen };
}

/** The job of an earlier create under the same key takes its place, which is not sent then. */
export function adopted({ id, jobId, at }: { id: string; jobId?: string; at: number }): Running {
	return {
		is: 'running',
		state: { id, jobId, status: 'queued', record: {} },
		submittedAt: at,
		duplicate: true,
	};
}

/** An earlier execution made it, and was killed. */
export function takenUp({ id, at }: { id: string; at: number }): Running {
	return { is: 'running', state: { id, status: 'queued', record: {} }, submittedAt: at };
}

/** An earlier execution may have made it, and was killed. */
export function maybeTaken(): InDoubt {
	return { is: 'inDoubt', why: 'n8n ended while its create was under way.', taken: 'unknown' };
}

/** What a wait for it has seen. */
export function observed(kind: JobKind, job: Running, waited: Waited): Running | Ended {
	const { state, statusChecks, unfinishedAt, sightings, waitedMs } = waited;
	const seen = { statusChecks, unfinishedAt, sightings };
	return isFinal(kind, state)
		? { ...job, is: 'ended', state, seen: { ...seen, waitedMs } }
		: { ...job, state, seen };
}

/** Its files are stored. */
export function saved(job: Ended, files: SavedFiles): Ended {
	return { ...job, files };
}

/** It is polled again: its record may have the address by now, or a newer one. */
export function reopened({ files: _, ...job }: Ended): Running {
	return { ...job, is: 'running' };
}

/** The same job with another end of the wait for it; without one, it is waited for anew. */
export function waitedUntil<J extends Running | Ended>(job: J, deadline: number | undefined): J {
	return { ...job, deadline };
}

/** Whether there is a job at the service with an ID. */
export function isMade(job: Job | undefined): job is Running | Ended {
	return job?.is === 'running' || job?.is === 'ended';
}

/** The result of the wait for a job that has ended. */
export function waitResultOf({ state, seen }: Ended): Waited {
	return { state, timedOut: false, missing: false, ...seen };
}

/** What can be filed of a job, with or without its files. */
export function receiptOfJob({ state, submittedAt, seen }: Running | Ended, files?: readonly FileFacts[]) {
	return receiptOf({ state, sightings: seen?.sightings, sentAt: submittedAt, files });
}

/** What a failure tells of a job: its IDs, and whether the service took its create. */
export function knownOf(job: Job | undefined): FailureDetails {
	if (isMade(job)) {
		const { state, duplicate } = job;
		const { id, jobId, status, resultUrl } = state;
		return { id, jobId, status, resultUrl, submitted: 'yes', duplicate };
	}
	return { submitted: job?.is === 'inDoubt' ? job.taken : 'no' };
}

/** The job made under a key. */
export interface FirstJob {
	id: string;
	/** Known while the process that made the job is there; the record of the job tells it as well. */
	jobId?: string;
	/** Milliseconds since the epoch. */
	at: number;
}

/** How the create under a key ended. If the service did not take it, the key is free again. */
export type CreateEnd = { job: FirstJob } | { doubt: string } | 'free';

/** What guards a create, and is told how it ended: the claim of its key, its place of the day, its line in the journal. */
export interface Held {
	settle(end: CreateEnd): Promise<void>;
}
