import { ManualExecutionCancelledError } from 'n8n-workflow';
import { cancelTasks, changeSession } from '../jobs/read';
import { isSession, type JobState } from '../jobs/kinds';
import { rememberedStream, rememberStream } from '../jobs/kinds/session';
import { isFinal, LATE_ADDRESS_MS, lacksAddress, type Waited } from '../jobs/wait';
import { continuesOnFail, toFailure } from '../operation/failure';
import { isNotFound } from '../service/codes';
import { asError } from '../service/failure';
import { sentences } from '../service/values';
import { createLastTransport } from '../transport/transport';
import { OF_ANOTHER_TYPE, STILL_OPEN } from './output';
import { isMade, observed, waitResultOf, type Ended, type Running } from '../waiting/job';
import { canWake, waitOf } from '../waiting/strategies';
import type { Leg } from './leg';
import type { Row } from './row';

/*
 * The job of a row from its create to its end. A live avatar session costs credits until it is closed. So a session that
 * nobody learns of is closed after a failure, a time-out or a Stop, and when the node stops on another row.
 */

/** Waits for a job in this leg. @throws Failure when asking again is useless */
export async function follow(leg: Leg, row: Row, job: Running | Ended): Promise<Waited | 'later' | 'answer'> {
	if (job.is === 'ended') return waitResultOf(job);
	const { kind, watch, timing } = leg;
	const { submittedAt: since, seen } = job;
	// Rows are sent in their order.
	const hasUnsent = leg.rows.at(-1)?.now.is === 'planned';
	const wait = waitOf(timing, job, row.settings.timeout, leg.now, hasUnsent);
	const poll = async (state: JobState, until: number) => {
		// An earlier leg or try created it.
		const lookNow = since < timing.beganAt;
		const waited = await watch.until({ kind, state, seen, since, until, lookNow });
		const found = observed(kind, { ...job, state, deadline: wait.deadline }, waited);
		return { waited, found };
	};
	let { waited, found } = await poll(job.state, wait.until);
	if (found.is === 'ended' && wait.then === 'suspend' && lacksAddress(kind, found.state)) {
		({ waited, found } = await poll(found.state, leg.now + LATE_ADDRESS_MS));
	}
	row.to(found);
	if (!waited.timedOut || found.is === 'ended' || leg.now >= wait.deadline) return waited;
	if (wait.then === 'answer') return 'answer';
	return wait.then === 'suspend' && canWake(timing.ends, leg.now) ? 'later' : waited;
}

/** Ends the work on a row with a failure. A session that does not stream is closed. */
export async function fail(leg: Leg, row: Row, error: unknown): Promise<void> {
	let failure = toFailure(error);
	if (isSession(leg.kind) && isMade(row.job) && !leg.isStopped) {
		const why = row.isOwn ? await close(leg, row) : 'it belongs to the call that opened it';
		const isClosed = 'The session was closed, so it costs nothing more';
		const words = why === undefined ? isClosed : `${STILL_OPEN} Closing it failed: ${why}`;
		const description = sentences(words, failure.details.description);
		if (row.job.is === 'running') failure = failure.with({ description });
	}
	if (row.job?.is === 'running' && isNotFound(failure.details.errorCode) && !isSession(leg.kind))
		failure = failure.with({ description: OF_ANOTHER_TYPE });
	leg.fail(row, failure);
}

/** @returns why it is still open; undefined when it is not */
async function close({ run: { context } }: Leg, { job }: Row): Promise<string | undefined> {
	if (!isMade(job)) return undefined;
	const { id } = job.state;
	const closing = changeSession(createLastTransport(context), 'close', id);
	const failure = await closing.then(() => undefined, toFailure);
	if (failure && !isNotFound(failure.details.errorCode)) {
		context.logger.warn(`Close ${id}: ${failure.message}`);
		return failure.message;
	}
	// The service may not show it as closed (service.md: Live avatar sessions).
	rememberStream({ ...job.state, status: 'closed' });
	return undefined;
}

export const openSessions = ({ rows, kind }: Leg): Row[] =>
	rows.filter(({ job, isOwn }) => {
		if (!isSession(kind) || !isOwn || !isMade(job)) return false;
		if (rememberedStream(job.state.id)?.status === 'closed') return false;
		return !isFinal(kind, job.state) || job.state.status === kind.ready;
	});

/** Closes all sessions of a run that is stopped, or whose node stops on a failure. */
export async function closeAll(leg: Leg): Promise<void> {
	const { run, rows, isStopped } = leg;
	const stops = !continuesOnFail(run.context) && rows.some(({ outcome }) => outcome?.ok === false);
	if (isStopped || stops) for (const row of openSessions(leg)) await close(leg, row);
}

/** Cancels the jobs of rows that want it, and ends the node. @throws ManualExecutionCancelledError */
export async function cancelAll({ run, kind, rows }: Leg): Promise<never> {
	const { context } = run;
	// The job of a key or a call belongs to the run that created it.
	const jobIds = rows.flatMap(({ job, claim, isOwn, settings: { cancelOnStop } }) =>
		job?.is === 'running' && cancelOnStop && (isOwn || claim?.by === 'row') ? (job.state.jobId ?? []) : [],
	);
	try {
		const failed = jobIds.length > 0 ? await cancelTasks(createLastTransport(context), kind, jobIds) : [];
		for (const [jobId, { message }] of failed) context.logger.warn(`Cancel ${jobId}: ${message}`, { jobId });
	} catch (error) {
		context.logger.warn(`Cancel: ${asError(error).message}`);
	}
	throw new ManualExecutionCancelledError(context.getExecutionId());
}
