import { ManualExecutionCancelledError } from 'n8n-workflow';
import { cancelTasks, changeSession } from '../jobs/read';
import { isFinal, isSession } from '../jobs/kinds';
import { rememberedState, rememberState } from '../jobs/kinds/created';
import { LATE_ADDRESS_MS, lacksAddress, type Waited } from '../jobs/wait';
import { continuesOnFail, toFailure, stopOnFailure } from '../operation/failure';
import { isNotFound, asError } from '../service/failure';
import { statusOf } from '../service/statuses';
import { sentences, readNumber, timeAt } from '../service/values';
import { createLastTransport } from '../transport/lastTransport';
import { OF_ANOTHER_TYPE, STILL_OPEN } from './output';
import { observed, type Ended, type Running } from '../waiting/state';
import { canWake, waitOf } from '../waiting/strategies';
import type { Leg } from './leg';
import { type Row, detailsOfRow, isPlanned, mayBePaid } from './row';
import { findableBy, hint } from '../n8n/hintsAndCustomData';
import { isTool } from '../n8n/storedExecution';

/*
 * The job of a row from its create to the report of its run. A live avatar session costs credits until it is closed. So
 * a session that nobody learns of is closed after a failure, a time-out or a Stop, and when the node stops on another row.
 */

/** Waits for a job in this leg. @throws Failure when asking again is useless */
export async function follow(leg: Leg, row: Row, job: Running | Ended): Promise<Waited | 'later' | 'answer'> {
	if (job.is === 'ended') return { state: job.state, timedOut: false, missing: false, ...job.seen };
	const { kind, watch, timing } = leg;
	const { submittedAt: since } = job;
	const hasUnsent = leg.rows.some(isPlanned);
	const wait = waitOf(timing, job, row.settings.timeout, leg.now, hasUnsent);
	const poll = async ({ state, seen }: Running | Ended, until: number) => {
		// An earlier leg or try created it.
		const lookNow = since < timing.beganAt;
		const waited = await watch.until({ kind, state, seen, since, until, lookNow });
		const found = observed(kind, { ...job, state, deadline: wait.deadline }, waited);
		return { waited, found };
	};
	let { waited, found } = await poll(job, wait.until);
	if (found.is === 'ended' && wait.then === 'suspend' && lacksAddress(kind, found.state)) {
		({ waited, found } = await poll(found, leg.now + LATE_ADDRESS_MS));
	}
	row.to(found);
	if (!waited.timedOut || found.is === 'ended' || leg.now >= wait.deadline) return waited;
	if (wait.then === 'answer') return 'answer';
	return wait.then === 'suspend' && canWake(timing.ends, leg.now) ? 'later' : waited;
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
	const isOfAnotherType =
		row.job?.is === 'running' && isNotFound(failure.details.errorCode) && !isSession(leg.kind);
	const own = isOfAnotherType ? { description: OF_ANOTHER_TYPE, field: 'Job Type' } : { next, description };
	leg.fail(row, failure, own);
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
		const failed = jobIds.length > 0 ? await cancelTasks(createLastTransport(context), kind, jobIds) : [];
		for (const [jobId, { message }] of failed) context.logger.warn(`Cancel ${jobId}: ${message}`, { jobId });
	} catch (error) {
		context.logger.warn(`Cancel: ${asError(error).message}`);
	}
	throw new ManualExecutionCancelledError(context.getExecutionId());
}

/** Stores the IDs of the jobs with the execution, so that a search for an ID finds it. */
export function reportIds({ run, rows }: Leg): void {
	const ids = rows.flatMap(({ job }) => job?.state.id ?? []);
	if (ids.length > 0) findableBy(run.context, ids);
}

/** @throws NodeOperationError that lists the jobs, or open sessions, when a row failed and the node stops on failures */
export function stopOnFailures(leg: Leg): void {
	const { run, kind, rows } = leg;
	const failures = rows.flatMap(({ outcome }) => (outcome && !outcome.ok ? [outcome] : []));
	if (failures.length === 0 || continuesOnFail(run.context)) return;
	// The sessions of rows that are done were closed.
	const [title, listed, done] = isSession(kind)
		? ['Still open, and costing credits', openSessions(leg), 0]
		: ['Jobs of this run', rows.filter(mayBePaid), rows.filter(({ outcome }) => outcome?.ok).length];
	const jobs = listed.map((row) => ({ item: row.item, ...detailsOfRow(kind, row) }));
	const isPaid = rows.some(mayBePaid);
	stopOnFailure(run.context, failures, { jobs, title, rows: rows.length, done, isPaid });
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

const FAILED = { yes: 'failed', unknown: 'may be paid', no: [] };

function textOfEnd({ run, kind, rows }: Leg): string {
	const outcomes = rows.flatMap(({ outcome }) => outcome ?? []);
	const jobs = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.json] : []));
	const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure.details]));
	const notMade = failures.filter(({ submitted }) => submitted === 'no').length;
	if (failures.length > 0) {
		const how = `${failures.length} of ${numbered(outcomes.length, 'item')} failed, of which ${notMade} were not made or paid`;
		run.context.logger.warn(`${kind.label}: ${how}`);
	}
	const words = [
		...jobs.flatMap(({ timedOut, status }) => (timedOut ? 'timed out' : wordOf(status))),
		...failures.flatMap(({ submitted }) => FAILED[submitted ?? 'yes']),
		...jobs.flatMap(({ duplicate }) => (duplicate ? 'not paid again' : [])),
		// Of an earlier execution.
		...rows.flatMap(({ job, isOwn, claim }) =>
			job && !isOwn && claim?.by === 'row' ? 'not paid again' : [],
		),
	];
	const counts = [...new Set(words)].map((word) => `${words.filter((each) => each === word).length} ${word}`);
	const credits = jobs.reduce((sum, job) => sum + (job.duplicate ? 0 : (readNumber(job.credits) ?? 0)), 0);
	const [until] = jobs.flatMap(({ expiresAt }) => (typeof expiresAt === 'string' ? expiresAt : [])).sort();
	const isCalled = rows.some(({ settings }) => settings.webhookUrl);
	return sentences(
		counts.length > 0 && `Jobs: ${counts.join(', ')}`,
		notMade > 0 && `Not made, and not paid: ${numbered(notMade, 'item')}`,
		rows.some(({ settings }) => settings.dryRun) && CHECK_ONLY,
		run.transport.refusals > 0 && 'The service takes only so many requests a minute, which slowed this run',
		run.transport.hasWaited && 'The service did not answer for a while, and the run waited for it',
		words.includes('submitted') &&
			`Collect them with ${kind.get}${isCalled ? ', or let the trigger start a workflow' : ''}`,
		credits > 0 && `Credits used: ${Math.round(credits * 100) / 100}`,
		until !== undefined && `The service keeps the results until ${timeAt(until, run.context.getTimezone())}`,
		until !== undefined &&
			rows.some(({ settings }) => !settings.downloadResult) &&
			`To save them, turn on Download Result, here or in ${kind.get}`,
	);
}

const CHECK_ONLY = 'Dry Run is on, so nothing was sent or paid for its items';

function wordOf(status: unknown): string | string[] {
	const { isFinal, rank = 0 } = statusOf(status) ?? {};
	if (!isFinal && rank > 0) return 'submitted';
	return typeof status === 'string' ? status : [];
}

/** "1 job", "2 jobs". */
export const numbered = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
