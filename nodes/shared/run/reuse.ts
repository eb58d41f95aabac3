import { each } from '../async/limit';
import { next, type Claim, type ClaimState, type Made } from '../claims/claims';
import { isFinal, isSession, mergeStates, rememberedState, type JobState } from '../jobs/kinds';
import { isNewerThanLists, isUnknown, readJobs } from '../jobs/read';
import { sentences } from '../service/values';
import { asError, Failure, wrongField } from '../service/failure';
import { isTool } from '../n8n/storedExecution';
import { databaseIsAway } from '../transport/account';
import { notCompleted } from './output';
import { reused } from '../waiting/state';
import { isFirst, repeatMs } from './identity';
import type { Leg } from './leg';
import { fail, madeBefore, wayBack, wayToMakeAnother } from './fail';
import { isOpen, rowInLog, type Row } from './row';

/* Jobs that others have made under the claim of a row. */

/** The store takes one access after the other (store.ts), so more rows would only wait for it. */
const LOOKED_AT_A_TIME = 20;

/** Gives checked or planned rows the jobs that were made under their claims, and reads them in one call where the service can. */
export async function findJobs(leg: Leg, rows: readonly Row[]): Promise<void> {
	const { run, kind } = leg;
	for (let undecided = rows; undecided.length > 0;) {
		const claimed: Array<{ row: Row; made: Made }> = [];
		await each(undecided, { atATime: LOOKED_AT_A_TIME, turn: run.yieldToEventLoop }, async (row) => {
			const state = await askStore(leg, row, async (claim) => await leg.claims.look(claim));
			if (state instanceof Failure) await fail(leg, row, state);
			else if (state.is === 'made') claimed.push({ row, made: state });
		});
		const found = await readJobs(run.transport, kind, [...new Set(claimed.map(({ made }) => made.id))]);
		for (const { row, made } of claimed) await reuse(leg, row, made, found.get(made.id));
		// A job that failed gives way to the next claim.
		undecided = claimed.flatMap(({ row }) => (isOpen(row) && !row.job ? row : []));
	}
}

/** Gives a row the job of its claim, or the next claim if that failed. @param answer undefined: the service has none */
async function reuse(leg: Leg, row: Row, made: Made, answer: JobState | Failure | undefined): Promise<void> {
	const { claim, isOwn } = row;
	if (claim === undefined) return;
	const { job, failure } = jobOf(leg, row, made, answer);
	if (job) row.to(job);
	else if (!failure) row.to(row.now, { claim: next(claim, made.at, made.id), isOwn: false });
	if (failure) await fail(leg, row, failure);
	else if (job && claim.by === 'row' && !isOwn) {
		const message = `${leg.kind.label} ${made.id} was made by an earlier execution, and is reused (${rowInLog(leg.run, row)})`;
		leg.run.context.logger.info(message, { id: made.id });
	}
}

/** The job, or why the row fails; neither where the next claim counts. */
function jobOf(leg: Leg, row: Row, made: Made, answer: JobState | Failure | undefined) {
	const { kind, state } = leg;
	const { claim, settings, isOwn } = row;
	if (claim?.by === 'key' && !made.isSame) {
		const message = 'Not sent: this Idempotency Key was used before with other parameters';
		const description = 'Give each job a key of its own, such as the number of its order.';
		return { failure: wrongField('Idempotency Key', message, description, { submitted: 'no' }) };
	}
	const job = reused(made, !isOwn && claim?.by !== 'row');
	// The last try waits only for a young job: an equal row or another run may just have made it.
	if (state.areTriesUsedUp && leg.now - made.at >= settings.timeout * 60_000) job.deadline = leg.now;
	const created = rememberedState(leg.run.transport, made.id);
	if (isSession(kind) && (isUnknown(answer) || created?.status === 'closed')) return {};
	const isAbsent = answer === undefined || isUnknown(answer);
	if (isAbsent && !isNewerThanLists(leg.now - made.at)) {
		const message = `${kind.label} ${made.id} was made before, and the service has it no more`;
		const description = sentences('It was not made again', wayToMakeAnother(leg.run, row));
		return { job, failure: new Failure(message, 'nothing', { status: 'unknown', description }) };
	}
	if (isAbsent || answer instanceof Failure) {
		// A job that can't be read now is paid for, and is waited for.
		if (!isAbsent && (!settings.waitForCompletion || isSession(kind))) return { job, failure: answer };
		return { job: { ...job, state: mergeStates(job.state, created ?? job.state) } };
	}
	const read = { ...job, state: mergeStates(created ?? job.state, answer) };
	const isOver = isFinal(kind, read.state) && read.state.status !== kind.ready;
	// A model repeats its calls: a bad prompt would be paid again and again.
	const isRepeat =
		claim?.by === 'call' && !isSession(kind) && leg.now - made.at < repeatMs(leg.run, settings);
	if (!isOver || claim?.by === 'key' || isRepeat) return { job: read };
	return isOwn && state.areTriesUsedUp
		? { job: read, failure: notCompleted(leg.run, kind, read.state, true) }
		: {};
}

export const inDoubt = (row: Row, why: string): Failure =>
	new Failure(`This job may have been made before: ${why}`, 'askService', madeBefore(row));

/** The create of another run ends within minutes, so its claim leads to the job. A tool has to call again. */
export function notWaited({ run }: Leg, row: Row, why: 'now' | Failure): Failure {
	const end = why instanceof Failure ? `ended before: ${why.message}` : 'had no time left to wait for it';
	const message = `Another run is creating this job, and this run ${end}`;
	if (isTool(run.context)) return new Failure(message, 'askService', madeBefore(row));
	const execution = run.context.getExecutionId();
	return new Failure(message, 'continueExecution', { submitted: 'unknown', execution });
}

/** Asks for the claim of a row. Returns a failure when n8n's database can't be used, or the claim is in doubt. */
export async function askStore(leg: Leg, row: Row, ask: (claim: Claim) => Promise<ClaimState>) {
	const { claim } = row;
	if (claim === undefined) return new Failure('It has no claim', 'runAgain', { submitted: 'no' });
	const state = await ask(claim).catch((error: unknown) => storeIsAway(leg, row, error));
	return !(state instanceof Failure) && state.is === 'inDoubt' ? inDoubt(row, state.why) : state;
}

export function storeIsAway({ run, isStopped }: Leg, row: Row, error: unknown): Failure {
	if (isStopped) throw asError(error);
	// n8n may have put a resumed run back: a later leg, which is lost, may have sent it. A tool has to call again.
	const isOfOthers = row.claim?.by === 'key' && !isTool(run.context);
	const isUnpaid = isFirst(run, row) && row.asks !== undefined && !isOfOthers;
	return databaseIsAway(error).with(isUnpaid ? { submitted: 'no' } : wayBack(run.context, undefined, true));
}
