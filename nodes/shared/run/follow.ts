import { ManualExecutionCancelledError } from 'n8n-workflow';
import { cancelTasks } from '../jobs/read';
import { isFinal, isSession, rememberedState, type JobKind } from '../jobs/kinds';
import { continuesOnFail, stopOnFailure } from '../operation/failure';
import { asError } from '../service/failure';
import { statusOf } from '../service/statuses';
import { sentences, readNumber, timeAt } from '../service/values';
import { createLastTransport } from '../transport/lastTransport';
import { NEVER, told } from '../transport/outage';
import { unfinished } from './output';
import { observed, type Ended, type Running } from '../waiting/state';
import { canWake, waitOf } from '../waiting/strategies';
import { close } from './fail';
import type { Leg } from './leg';
import type { Run } from './runContext';
import { type Row, detailsOfRow, isOfChain, mayBePaid } from './row';
import { findableBy, hint } from '../n8n/hintsAndCustomData';

/* A row from its create to the report. A session that nobody would learn of is closed, because it costs credits. */

/** Waits for a job in this leg. @throws Failure when asking again is useless */
export async function follow(leg: Leg, row: Row, job: Running | Ended) {
	if (job.is === 'ended') return { ...job.seen, isAwaited: true };
	const { kind, watch, timing } = leg;
	const { state, seen, submittedAt: since } = job;
	const wait = waitOf(timing, job, row.settings.timeout, leg.now, leg.hasPlanned());
	const waited = await watch.until({
		...{ state, seen, since, until: wait.until, mayBeLate: wait.then === 'suspend' },
		// An earlier leg or try created it.
		lookNow: since < timing.beganAt,
	});
	row.to(observed(kind, { ...job, deadline: wait.deadline }, waited));
	const isOver = !waited.timedOut || leg.now >= wait.deadline;
	if (!isOver && wait.then === 'answer') return unfinished(waited);
	if (!isOver && wait.then === 'suspend' && canWake(timing.ends, leg.now)) return 'later';
	return { ...waited, isAwaited: true };
}

const openSessions = ({ rows, kind, run }: Leg): Row[] =>
	rows.filter(isOfChain).filter(({ job }) => {
		if (!job || rememberedState(run.transport, job.state.id)?.status === 'closed') return false;
		return isSession(kind) && (!isFinal(kind, job.state) || job.state.status === kind.ready);
	});

/** Closes all sessions of a run that is stopped, or whose node stops on a failure. */
export async function closeAll(leg: Leg): Promise<void> {
	const { run, rows, isStopped } = leg;
	const stops = rows.some(({ failure }) => failure) && !continuesOnFail(run.context);
	if (isStopped || stops) for (const { job } of openSessions(leg)) if (job) await close(run, job);
}

/** Cancels the jobs of rows that want it, and ends the node. @throws ManualExecutionCancelledError */
export async function cancelAll({ run, kind, rows }: Leg): Promise<never> {
	const { context } = run;
	const jobIds = rows.filter(isOfChain).flatMap(({ job, settings }) => {
		return job?.is === 'running' && settings.cancelOnStop ? (job.state.jobId ?? []) : [];
	});
	try {
		const canceler = `Cancel on Stop of execution ${context.getExecutionId()} did it`;
		const failed = await cancelTasks(createLastTransport(context), kind, jobIds, canceler);
		for (const [jobId, { message }] of failed) context.logger.warn(`Cancel ${jobId}: ${message}`, { jobId });
	} catch (error) {
		context.logger.warn(`Cancel: ${asError(error).message}`);
	}
	throw new ManualExecutionCancelledError(context.getExecutionId());
}

/** Stores the IDs of the jobs with the execution, so that a search for an ID finds it. */
export function reportIds({ run, rows }: Leg): void {
	// n8n keeps about 40 of them.
	findableBy(run.context, rows.flatMap(({ job }) => job?.state.id ?? []).slice(0, 500));
}

/** @throws NodeOperationError that lists the jobs, or open sessions, when a row failed and the node stops on failures */
export function stopOnFailures(leg: Leg): void {
	stopOnRows(leg.run, leg.rows, leg.kind, isSession(leg.kind) ? openSessions(leg) : undefined);
}

/** @param sessions those that are still open. The sessions of rows that are done were closed */
export function stopOnRows({ context }: Run, rows: readonly Row[], kind?: JobKind, sessions?: Row[]) {
	if (!rows.some(({ failure }) => failure)) return;
	stopOnFailure(context, rows, {
		title: sessions ? 'Still open, and costing credits' : 'Jobs of this run',
		jobs: (sessions ?? rows.filter(mayBePaid)).map((row) => ({ item: row.item, ...detailsOfRow(kind, row) })),
		rows: rows.length,
		done: sessions ? 0 : rows.filter(({ value }) => value).length,
		isPaid: rows.some(mayBePaid),
	});
}

/** Reports how the jobs of a run ended, their credits, and until when the service keeps the results. */
export function reportEnd(leg: Leg): void {
	const message = isSession(leg.kind) ? textOfOpen(leg) : textOfEnd(leg);
	if (message !== '') hint(leg.run.context, message);
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
	const failed = rows.filter(({ failure }) => failure).length;
	if (failed > 0) {
		const how = `${failed} of ${rows.length} items failed, of which ${count(FAILED.no)} were not made or paid`;
		run.context.logger.warn(`${kind.label}: ${how}`);
	}
	const items = rows.flatMap(({ value }) => (value ? [value.json] : []));
	const creditsOf = (row: Row) => (isReused(row) ? 0 : (readNumber(row.value?.json.credits) ?? 0));
	const credits = rows.reduce((sum, row) => sum + creditsOf(row), 0);
	const [until] = items.flatMap(({ expiresAt }) => (typeof expiresAt === 'string' ? expiresAt : [])).sort();
	const counts = [...new Set(words)].sort().map((word) => `${count(word)} ${word}`);
	return sentences(
		counts.length > 0 && `Jobs: ${counts.join(', ')}`,
		told(run.transport.outage?.silence ?? NEVER, run.context.getTimezone(), timing.startedAt),
		words.includes(SUBMITTED) && `Collect them with ${kind.get}`,
		credits > 0 && `Credits used: ${Math.round(credits * 100) / 100}`,
		until !== undefined && `The service keeps the results until ${timeAt(until, run.context.getTimezone())}`,
		until !== undefined &&
			rows.some(({ value, settings }) => value && !settings.downloadResult) &&
			`To save them, turn on Download Result, here or in ${kind.get}`,
	);
}

const SUBMITTED = 'submitted';

const isReused = ({ job, isOwn, claim }: Row) =>
	job !== undefined && (job.duplicate === true || (!isOwn && claim?.by === 'row'));

function wordsOf(row: Row): string[] {
	const { value, failure } = row;
	const { timedOut, status } = value?.json ?? {};
	const { isFinal, rank = 0 } = statusOf(status) ?? {};
	const done = timedOut ? 'timed out' : !isFinal && rank > 0 ? SUBMITTED : status;
	const { submitted = 'yes', failedIds } = failure?.details ?? {};
	const word = value ? done : FAILED[failedIds && submitted === 'no' ? 'yes' : submitted];
	return [word, isReused(row) && 'not paid again'].filter((each) => typeof each === 'string');
}
