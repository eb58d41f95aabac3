import { each } from '../async/limit';
import { next } from '../claims/claim';
import type { Made } from '../claims/claims';
import { isSession, mergeStates, type JobState } from '../jobs/kinds';
import { rememberedStream } from '../jobs/kinds/session';
import { isNewerThanLists, readJobs } from '../jobs/read';
import { isFinal } from '../jobs/wait';
import { isNotFound } from '../service/codes';
import { asError, Failure } from '../service/failure';
import { quoted } from '../service/urls';
import { notCompleted } from '../waiting/failures';
import { isMade, reused, type Running } from '../waiting/job';
import type { Leg } from './leg';
import { isOpen, placeOf, wayToMakeAnother, type Row } from './row';
import { fail } from './sessions';
import { databaseIsAway } from './store';

/* Jobs that others have made under the claim of a row. */

const LOOKED_AT_A_TIME = 20;

/** Gives checked or planned rows the jobs that were made under their claims, and reads them in one call where the service can. */
export async function findJobs(leg: Leg, rows: readonly Row[]): Promise<void> {
	const { run, kind } = leg;
	for (let left = rows; left.length > 0;) {
		const made: Array<{ row: Row; known: Made }> = [];
		await each(left, { atATime: LOOKED_AT_A_TIME, turn: run.yieldToEventLoop }, async (row) => {
			const { claim } = row;
			const known = claim && (await askStore(leg, row, async () => await leg.claims.look(claim)));
			if (known instanceof Failure) leg.fail(row, known);
			else if (known?.is === 'inDoubt') leg.fail(row, inDoubt(row, known.why));
			else if (known?.is === 'made') made.push({ row, known });
		});
		const ids = [...new Set(made.map(({ known }) => known.id))];
		const found = ids.length > 0 ? await readJobs(run.transport, kind, ids) : undefined;
		for (const { row, known } of made) await reuse(leg, row, known, found?.get(known.id));
		// A job that failed gives way to the next claim.
		left = made.flatMap(({ row }) => (isOpen(row) && !isMade(row.job) ? row : []));
	}
}

/**
 * Gives a row the job that was made under its claim. If the job failed, and another one may be made, the row gets the
 * next claim.
 * @param answer the job's record; undefined where the service has none
 */
async function reuse(leg: Leg, row: Row, known: Made, answer: JobState | Failure | undefined): Promise<void> {
	const { claim } = row;
	if (claim === undefined) return;
	if (claim.by === 'key' && !known.isSame) {
		leg.fail(row, otherParameters());
		return;
	}
	const { job, failure } = jobOf(leg, row, known, answer);
	const right = job ? {} : { claim: next(claim, known.at), isOwn: false };
	row.to(job ?? row.now, right);
	if (failure) await fail(leg, row, failure);
	else if (job && claim.by === 'row' && !row.isOwn) {
		leg.run.context.logger.info(
			`${leg.kind.label} ${known.id} was made by an earlier execution, and is reused ${placeOf(leg, row)}`,
			{ id: known.id },
		);
	}
}

interface Found {
	/** Absent where the next claim counts. */
	job?: Running;
	/** Why the row fails nevertheless. */
	failure?: Failure;
}

function jobOf(leg: Leg, row: Row, known: Made, answer: JobState | Failure | undefined): Found {
	const { kind, state } = leg;
	const { claim, settings, isOwn = false } = row;
	const job = reused(known, !isOwn && claim?.by !== 'row');
	// Another try waits again, but not without end.
	if (state.areTriesUsedUp) job.deadline = leg.now;
	const stream = isSession(kind) ? rememberedStream(known.id) : undefined;
	const isUnknown = answer instanceof Failure && isNotFound(answer.details.errorCode);
	if (isSession(kind) && (isUnknown || stream?.status === 'closed')) return {};
	const isAbsent = answer === undefined || isUnknown;
	if (isAbsent && !isNewerThanLists(leg.now - known.at)) return { job, failure: gone(leg, row, known) };
	if (isAbsent || answer instanceof Failure) {
		// A job that can't be read now is paid for, and is waited for.
		const mustBeRead = !isAbsent && (!settings.waitForCompletion || isSession(kind));
		if (mustBeRead) return { job, failure: answer };
		return { job: { ...job, state: mergeStates(job.state, stream ?? job.state) } };
	}
	const read = { ...job, state: mergeStates(stream ?? job.state, answer) };
	const isOver = isFinal(kind, read.state) && read.state.status !== kind.ready;
	if (!isOver || claim?.by === 'key') return { job: read };
	return isOwn && state.areTriesUsedUp ? { job: read, failure: notCompleted(kind, read.state) } : {};
}

const otherParameters = () =>
	new Failure('Not sent: this Idempotency Key was used before with other parameters', {
		submitted: 'no',
		description: 'Give each job a key of its own, such as the number of its order.',
	});

const gone = ({ kind }: Leg, { claim }: Row, { id }: Made) =>
	new Failure(`${kind.label} ${id} was made before, and the service has it no more`, {
		status: 'unknown',
		description: `It was not made again. ${claim ? wayToMakeAnother(claim) : ''}`,
	});

/** The failure of a row whose job may have been made before. */
export const inDoubt = ({ item, settings, claim }: Row, why: string): Failure =>
	new Failure(`This job may have been made before: ${why}`, {
		submitted: 'unknown',
		description: `Search n8n's log for "was created" with ${settings.idempotencyKey === undefined ? `row ${item + 1} of the earlier executions` : `key ${quoted(settings.idempotencyKey)}`}, and read the ID of that line with Get. Without such a line, look on the website of the service. ${claim ? wayToMakeAnother(claim, settings.idempotencyKey) : ''}`,
	});

/** Asks the claims of a row. Returns a failure when n8n's database can't be used. */
export async function askStore<T>(leg: Leg, row: Row, ask: () => Promise<T>): Promise<T | Failure> {
	return await ask().catch((error: unknown) => {
		if (leg.isStopped) throw asError(error);
		const { run, state } = leg;
		// n8n may have put a resumed run back: a later leg, which is lost, may have sent it.
		const isResumed = row.asks === undefined;
		const isFirst = !row.isOwn && !isResumed && state.run.root === run.context.getExecutionId();
		return databaseIsAway(error, isFirst ? 'no' : 'unknown');
	});
}
