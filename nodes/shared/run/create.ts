import { each } from '../async/limit';
import { next, type Claim } from '../claims/claim';
import type { Claims, Made, Mine } from '../claims/claims';
import type { Place } from '../claims/days';
import { isSession, mergeStates, type JobState } from '../jobs/kinds';
import { isNewerThanLists, readJobs } from '../jobs/read';
import { isFinal } from '../jobs/wait';
import { Failure, asError } from '../service/failure';
import { isNotFound } from '../service/codes';
import { notCompleted } from '../waiting/failures';
import { reused, started, type Planned, type Running } from '../waiting/job';
import type { Leg } from './leg';
import { dayPlaceOf } from './limits';
import { doubt, isOpen, wayToMakeAnother, type Row } from './row';
import { rememberStream, rememberedStream } from '../jobs/kinds/session';
import { withWordOnSession } from './sessions';
import { databaseIsAway } from './store';
import { waitsForTurnUntil } from '../waiting/strategies';

/*
 * May this create be sent? Only its claim says so (claims/claim.ts):
 *
 * | the claim is            | then                                                                                |
 * |-------------------------|-------------------------------------------------------------------------------------|
 * | mine                    | the create is sent, once, and the claim learns its end                               |
 * | made                    | its job is this row's, too. If it failed, and no key stands for it, the next claim   |
 * | under way               | whoever sends it is waited for, until 200 seconds after it was claimed               |
 * | in doubt                | nothing is sent                                                                      |
 */

const LOOKED_AT_A_TIME = 20;

/** Gives rows the jobs that were made under their claims, and reads them in one call where the service can. */
export async function findJobs(leg: Leg, rows: readonly Row[]): Promise<void> {
	const { run, kind } = leg;
	for (let left = rows; left.length > 0;) {
		const made: Array<{ row: Row; known: Made }> = [];
		await each(left, { atATime: LOOKED_AT_A_TIME, turn: run.yieldToEventLoop }, async (row) => {
			try {
				const known = row.claim && (await leg.claims.look(row.claim));
				if (known?.is === 'inDoubt') throw doubt(row, known.why);
				if (known?.is === 'made') made.push({ row, known });
			} catch (error) {
				leg.fail(row, asFailure(leg, row, error));
			}
		});
		const ids = [...new Set(made.map(({ known }) => known.id))];
		const found = ids.length > 0 ? await readJobs(run.transport, kind, ids) : undefined;
		for (const { row, known } of made) {
			try {
				reuse(leg, row, known, found?.get(known.id));
			} catch (error) {
				leg.fail(row, await withWordOnSession(leg, row, error));
			}
		}
		// A job that failed gives way to the next claim.
		left = made.flatMap(({ row }) => (isOpen(row) && row.job === undefined ? row : []));
	}
}

/**
 * Creates the job of a row, once.
 * @throws Failure
 */
export async function createOnce(leg: Leg, row: Row, planned: Planned): Promise<Running | 'later'> {
	const until = waitsForTurnUntil(leg, row.settings.timeout, leg.now);
	for (;;) {
		if (leg.mayLeave()) return 'later';
		const { claim } = row;
		if (claim === undefined) throw new Failure(`${leg.kind.label} has no claim`);
		const sent = await send(leg, row, claim, planned, until);
		if (sent === 'later' || sent.is === 'running') return sent;
		if (sent.is === 'inDoubt') throw doubt(row, sent.why);
		if (sent.is === 'underWay') {
			const known = await askStore(leg, row, async () => await leg.claims.wait(claim, until));
			if (known.is !== 'underWay') continue;
			if (leg.mayLeave()) return 'later';
			throw doubt(row, 'Another run is creating this job, and this run had no time left to wait for it.');
		}
		const found = await readJobs(leg.run.transport, leg.kind, [sent.id]);
		const job = reuse(leg, row, sent, found.get(sent.id));
		if (job) return job;
		row.job = planned;
	}
}

type Others = Exclude<Awaited<ReturnType<Claims['take']>>, Mine>;

/** Someone else has the claim of a create, which is not sent. */
class NotMine extends Error {
	constructor(readonly known: Others) {
		super(known.is);
	}
}

/** A row that may not be created is not unpaid before its claim is looked at. */
async function requireCreating(leg: Leg, row: Row, claim: Claim): Promise<Place | undefined> {
	const begin = async () => {
		leg.requireCreating();
		return await dayPlaceOf(leg, row);
	};
	return await begin().catch(async (error: unknown) => {
		const look = async () => await askStore(leg, row, async () => await leg.claims.look(claim));
		const known = leg.isStopped ? undefined : await look();
		throw known === undefined || known.is === 'free' ? asError(error) : new NotMine(known);
	});
}

async function send(
	leg: Leg,
	row: Row,
	claim: Claim,
	planned: Planned,
	until: number,
): Promise<Running | 'later' | Others> {
	const { run, kind, state, wakeUpUrl } = leg;
	const { settings, item } = row;
	let created: JobState;
	const held: { mine?: Mine; place?: Place } = {};
	const turn = {
		// A create that waits for its turn has no claim. A kill would leave it in doubt.
		async begin() {
			const taken = await askStore(leg, row, async () => await leg.claims.take(claim));
			if (taken.is !== 'mine') throw new NotMine(taken);
			held.mine = taken;
			if (held.place && !leg.days.isOfToday(held.place, leg.now)) {
				const { place } = held;
				held.place = undefined;
				await leg.days.giveBack(place);
				held.place = await dayPlaceOf(leg, row);
			}
			leg.requireCreating();
		},
		async again() {
			await held.mine?.end('refused');
			held.mine = undefined;
		},
	};
	try {
		held.place = await requireCreating(leg, row, claim);
		const { request } = planned;
		// Only the leg that sends it knows where the service is to call.
		const calls = settings.waitForCompletion && wakeUpUrl !== undefined && { webhookUrl: wakeUpUrl };
		const toSend = { ...request, body: { ...request.body, ...calls } };
		created = await run.transport.send(toSend, kind.created, until, turn);
	} catch (error) {
		const { submitted = 'no' } = error instanceof Failure ? error.details : {};
		if (submitted === 'no') {
			const isLeft = error instanceof Failure && error.again === 'later' && leg.mayLeave();
			// A failure that ends the creating is known before the next row has its turn.
			if (!isLeft && !(error instanceof NotMine)) leg.haltAfter(row, error);
			if (held.place) await leg.days.giveBack(held.place);
			await held.mine?.end('refused');
			if (error instanceof NotMine) return error.known;
			if (!isLeft) throw asError(error);
			leg.refusedSince ??= leg.now;
			return 'later';
		}
		row.doubt = submitted;
		leg.haltAfter(row, error);
		state.noteSent(item, claim);
		await held.mine?.end('unknown');
		throw asError(error);
	}
	const job = started(planned, created, leg.now);
	const { id, jobId } = job.state;
	[row.job, row.isOwn] = [job, true];
	leg.refusedSince = undefined;
	state.noteSent(item, claim);
	if (isSession(kind)) rememberStream(job.state);
	run.context.logger.info(`${kind.label} ${id} was created`, {
		id,
		jobId,
		item,
		reference: settings.reference,
	});
	await held.mine?.end({ made: id });
	return job;
}

/**
 * @param answer the job's record; undefined where the service has none
 * @returns undefined when the job failed and another one may be made, with the next claim
 * @throws Failure when the key belongs to another request or the job is gone
 */
function reuse(leg: Leg, row: Row, known: Made, answer: JobState | Failure | undefined): Running | undefined {
	const { run, kind, state } = leg;
	const { claim, settings } = row;
	if (claim === undefined) return undefined;
	const { by } = claim;
	const takeNext = () => {
		row.claim = next(claim, known.at);
		[row.job, row.isOwn] = [undefined, false];
		return undefined;
	};
	if (by === 'key' && !known.isSame) {
		row.job = undefined;
		throw new Failure('Not sent: this Idempotency Key was used before with other parameters', {
			submitted: 'no',
			description: 'Give each job a key of its own, such as the number of its order.',
		});
	}
	const job = reused(known, !row.isOwn && by !== 'row');
	// Another try waits again, but not without end.
	if (state.areTriesUsedUp) job.deadline = leg.now;
	row.job = job;
	const isNew = isNewerThanLists(leg.now - known.at);
	const isUnknown = answer instanceof Failure && isNotFound(answer.details.errorCode);
	if (isSession(kind) && (isUnknown || rememberedStream(known.id)?.status === 'closed')) {
		takeNext();
		return;
	}
	const isAbsent = answer === undefined || isUnknown;
	if (isAbsent && !isNew) {
		throw new Failure(`${kind.label} ${known.id} was made before, and the service has it no more`, {
			status: 'unknown',
			description: `It was not made again. ${wayToMakeAnother(claim)}`,
		});
	}
	if (isAbsent || answer instanceof Failure) {
		// A job that can't be read now is paid for, and is waited for.
		if (!isAbsent && (!settings.waitForCompletion || isSession(kind))) throw answer;
		if (isSession(kind)) job.state = mergeStates(job.state, rememberedStream(known.id) ?? job.state);
		return job;
	}
	const before = isSession(kind) ? (rememberedStream(known.id) ?? job.state) : job.state;
	job.state = mergeStates(before, answer);
	const isOver = isFinal(kind, job.state) && job.state.status !== kind.ready;
	if (isOver && by !== 'key') {
		if (row.isOwn && state.areTriesUsedUp) throw notCompleted(kind, job.state);
		takeNext();
		return;
	}
	if (by === 'row' && !row.isOwn) {
		run.context.logger.info(`${kind.label} ${known.id} was made by an earlier execution, and is reused`, {
			id: known.id,
		});
	}
	return job;
}

/** @throws Failure when n8n's database can't be used */
async function askStore<T>(leg: Leg, row: Row, ask: () => Promise<T>): Promise<T> {
	return await ask().catch((error: unknown) => {
		throw asFailure(leg, row, error);
	});
}

function asFailure({ run, state, isStopped }: Leg, row: Row, error: unknown): Error {
	if (isStopped || error instanceof Failure || error instanceof Failure) return asError(error);
	// n8n may have put a resumed run back: a later leg, which is lost, may have sent it.
	const isResumed = row.asks === undefined;
	if (row.isOwn || isResumed || state.run.root !== run.context.getExecutionId()) row.doubt = 'unknown';
	return databaseIsAway(error, row.doubt ?? 'no');
}
