import { ManualExecutionCancelledError } from 'n8n-workflow';
import { cancelTasks, changeSession } from '../jobs/read';
import { isFinal, isSession, rememberedState, rememberState, type JobKind } from '../jobs/kinds';
import { continuesOnFail, toFailure, stopOnFailure } from '../operation/failure';
import { isNotFound, isOfOthers, asError } from '../service/failure';
import { statusOf } from '../service/statuses';
import { sentences, readNumber, timeAt } from '../service/values';
import { createLastTransport } from '../transport/lastTransport';
import { told } from '../transport/outage';
import type { JobReport } from '../jobs/output';
import { STILL_OPEN, stepIfLost, unfinished } from './output';
import { observed, type Ended, type Running } from '../waiting/state';
import { canWake, waitOf } from '../waiting/strategies';
import type { Leg } from './leg';
import type { Run } from './runContext';
import { type Row, detailsOfRow, mayBePaid } from './row';
import { findableBy, hint } from '../n8n/hintsAndCustomData';
import { isTool } from '../n8n/storedExecution';

/*
 * The job of a row from its create to the report of its run. A live avatar session costs credits until it is closed. So
 * a session that nobody learns of is closed after a failure, a time-out or a Stop, and when the node stops on another row.
 */

/** Waits for a job in this leg. @throws Failure when asking again is useless */
export async function follow(
	leg: Leg,
	row: Row,
	job: Running | Ended,
): Promise<Partial<JobReport> | 'later'> {
	if (job.is === 'ended') return { ...job.seen, isAwaited: true };
	const { kind, watch, timing } = leg;
	const { state, seen, submittedAt: since } = job;
	const wait = waitOf(timing, job, row.settings.timeout, leg.now, leg.hasPlanned());
	const waited = await watch.until({
		...{ state, seen, since, until: wait.until, mayBeLate: wait.then === 'suspend' },
		// An earlier leg or try created it.
		lookNow: since < timing.beganAt,
	});
	const found = observed(kind, { ...job, deadline: wait.deadline }, waited);
	row.to(found);
	const isOver = !waited.timedOut || found.is === 'ended' || leg.now >= wait.deadline;
	if (!isOver && wait.then === 'answer') return unfinished(waited);
	if (!isOver && wait.then === 'suspend' && canWake(timing.ends, leg.now)) return 'later';
	return { ...waited, isAwaited: true };
}

/** Ends the work on a row with a failure. A session that does not stream is closed. */
export async function fail(leg: Leg, row: Row, error: unknown): Promise<void> {
	const failure = toFailure(error);
	// A row with a job must not run again, so this may be another step.
	const { next, ...told } = failure.with(row.job ? detailsOfRow(leg.kind, row) : {}).details;
	let { description } = told;
	if (isSession(leg.kind) && row.job) {
		const why = row.isOwn ? await close(leg, row.job) : 'it belongs to the call that opened it';
		const isClosed = 'The session was closed, so it costs nothing more';
		const words = why === undefined ? isClosed : `${STILL_OPEN} Closing it failed: ${why}`;
		if (row.job.is === 'running') description = sentences(words, description);
	}
	const { errorCode } = failure.details;
	const isLost = row.job?.is === 'running' && !isSession(leg.kind) && isOfOthers(errorCode);
	leg.fail(row, failure, isLost ? stepIfLost(leg.run, leg.kind) : { next, description });
}

/** @returns why it is still open; undefined when it is not */
async function close(
	{ run: { context, transport } }: Leg,
	{ state }: Running | Ended,
): Promise<string | undefined> {
	const { id } = state;
	const closing = changeSession(createLastTransport(context), 'close', id);
	const failure = await closing.then(() => undefined, toFailure);
	if (failure && !isNotFound(failure.details.errorCode)) {
		context.logger.warn(`Close ${id}: ${failure.message}`);
		return failure.message;
	}
	// The service may not show it as closed (service.md: Live avatar sessions).
	rememberState(transport, { ...state, status: 'closed' });
	return undefined;
}

export const openSessions = ({ rows, kind, run }: Leg): Row[] =>
	rows.filter(({ job, isOwn }) => {
		if (!isSession(kind) || !isOwn || !job) return false;
		if (rememberedState(run.transport, job.state.id)?.status === 'closed') return false;
		return !isFinal(kind, job.state) || job.state.status === kind.ready;
	});

/** Closes all sessions of a run that is stopped, or whose node stops on a failure. */
export async function closeAll(leg: Leg): Promise<void> {
	const { run, rows, isStopped } = leg;
	const stops = !continuesOnFail(run.context) && rows.some(({ outcome }) => outcome?.ok === false);
	if (isStopped || stops) for (const { job } of openSessions(leg)) if (job) await close(leg, job);
}

/** Cancels the jobs of rows that want it, and ends the node. @throws ManualExecutionCancelledError */
export async function cancelAll({ run, kind, rows }: Leg): Promise<never> {
	const { context } = run;
	// The job of a key or a call belongs to the run that created it.
	const jobIds = rows.flatMap(({ job, claim, isOwn, settings: { cancelOnStop } }) =>
		job?.is === 'running' && cancelOnStop && (isOwn || claim?.by === 'row') ? (job.state.jobId ?? []) : [],
	);
	try {
		const canceler = `Cancel on Stop of execution ${context.getExecutionId()} did it`;
		const failed =
			jobIds.length > 0 ? await cancelTasks(createLastTransport(context), kind, jobIds, canceler) : [];
		for (const [jobId, { message }] of failed) context.logger.warn(`Cancel ${jobId}: ${message}`, { jobId });
	} catch (error) {
		context.logger.warn(`Cancel: ${asError(error).message}`);
	}
	throw new ManualExecutionCancelledError(context.getExecutionId());
}

/** Stores the IDs of the jobs with the execution, so that a search for an ID finds it. */
export function reportIds({ run, rows }: Leg): void {
	const ids = rows.flatMap(({ job }) => job?.state.id ?? []);
	// n8n keeps about 40 of them.
	findableBy(run.context, ids.slice(0, 500));
}

/** @throws NodeOperationError that lists the jobs, or open sessions, when a row failed and the node stops on failures */
export function stopOnFailures(leg: Leg): void {
	const { run, kind, rows } = leg;
	// The sessions of rows that are done were closed.
	const open = { title: 'Still open, and costing credits', listed: openSessions(leg), done: 0 };
	stopOnRows(run, kind, rows, isSession(kind) ? open : {});
}

export function stopOnRows(
	{ context }: Pick<Run, 'context'>,
	kind: JobKind | undefined,
	rows: readonly Row[],
	{
		title = 'Jobs of this run',
		listed = rows.filter(mayBePaid),
		done = rows.filter(({ outcome }) => outcome?.ok).length,
	} = {},
): void {
	const failures = rows.flatMap(({ outcome }) => (outcome && !outcome.ok ? [outcome] : []));
	const jobs = listed.map((row) => ({ item: row.item, ...detailsOfRow(kind, row) }));
	stopOnFailure(context, failures, { jobs, title, rows: rows.length, done, isPaid: rows.some(mayBePaid) });
}

/** Reports how the jobs of a run ended, their credits, and until when the service keeps the results. */
export function reportEnd(leg: Leg): void {
	const { context } = leg.run;
	const message = isTool(context) ? '' : isSession(leg.kind) ? textOfOpen(leg) : textOfEnd(leg);
	if (message !== '') hint(context, message);
}

function textOfOpen(leg: Leg): string {
	const { length } = openSessions(leg);
	if (length === 0) return '';
	const [subject, them] = length === 1 ? ['A session is', 'it'] : [`${length} sessions are`, 'them'];
	return `${subject} open, and may cost credits until you close ${them} with Session › Close. Another run of this node opens more.`;
}

const FAILED = { yes: 'failed', unknown: 'may be paid', no: 'not made or paid' };

function textOfEnd({ run, kind, rows, timing }: Leg): string {
	const words = rows.flatMap(wordsOf);
	const count = (word: string) => words.filter((each) => each === word).length;
	const failed = rows.filter(({ outcome }) => outcome?.ok === false).length;
	if (failed > 0) {
		const how = `${failed} of ${rows.length} items failed, of which ${count(FAILED.no)} were not made or paid`;
		run.context.logger.warn(`${kind.label}: ${how}`);
	}
	const items = rows.flatMap(({ outcome }) => (outcome?.ok ? [outcome.value.json] : []));
	const credits = items.reduce(
		(sum, item) => sum + (item.duplicate ? 0 : (readNumber(item.credits) ?? 0)),
		0,
	);
	const [until] = items.flatMap(({ expiresAt }) => (typeof expiresAt === 'string' ? expiresAt : [])).sort();
	const counts = [...new Set(words)].sort().map((word) => `${count(word)} ${word}`);
	return sentences(
		counts.length > 0 && `Jobs: ${counts.join(', ')}`,
		told(run.transport.silence, run.context.getTimezone(), timing.startedAt),
		words.includes(SUBMITTED) && `Collect them with ${kind.get}`,
		credits > 0 && `Credits used: ${Math.round(credits * 100) / 100}`,
		until !== undefined && `The service keeps the results until ${timeAt(until, run.context.getTimezone())}`,
		until !== undefined &&
			rows.some(({ settings }) => !settings.downloadResult) &&
			`To save them, turn on Download Result, here or in ${kind.get}`,
	);
}

const SUBMITTED = 'submitted';

function wordsOf({ outcome, job, isOwn, claim }: Row): string[] {
	const isReused = job !== undefined && (job.duplicate || (!isOwn && claim?.by === 'row'));
	const reused = isReused ? ['not paid again'] : [];
	if (!outcome?.ok) return [FAILED[outcome?.failure.details.submitted ?? 'yes'], ...reused];
	const { timedOut, status } = outcome.value.json;
	if (timedOut) return ['timed out', ...reused];
	const { isFinal, rank = 0 } = statusOf(status) ?? {};
	const word = !isFinal && rank > 0 ? SUBMITTED : status;
	return [...(typeof word === 'string' ? [word] : []), ...reused];
}
