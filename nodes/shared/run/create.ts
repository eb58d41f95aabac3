import type { Mine } from '../claims/claims';
import type { Place, Places } from '../claims/places';
import { isSession, rememberState, type JobState } from '../jobs/kinds';
import { HAS_FILES, signedAgain } from '../media/signed';
import { leftOut, toFailure } from '../operation/failure';
import { Failure } from '../service/failure';
import { timeFrom } from '../service/values';
import { databaseIsAway } from '../transport/account';
import type { Right } from '../transport/transport';
import type { Planned } from '../waiting/state';
import { sendsUntil, waitsForTurnUntil } from '../waiting/strategies';
import { fail } from './fail';
import type { Leg } from './leg';
import { askStore, findJobs, inDoubt, notWaited, storeIsAway } from './reuse';
import { rowInLog, type Row } from './row';
import { throwIfStopped } from './runContext';

/*
 * May this create be sent? Only its claim says so (claims/claims.ts). How a try ends is one value, and this follows:
 *
 * | it ends as     | claim    | its places  | row                                      | next creates                       |
 * |----------------|----------|-------------|------------------------------------------|------------------------------------|
 * | made           | made     | kept        | running                                  | continue                           |
 * | refusedForGood | removed  | given back  | failed, or inDoubt if a claim of others  | halt if it holds for all rows, or  |
 * |                |          |             | is in doubt                              | the node stops                     |
 * | unclear        | in doubt | kept        | inDoubt                                  | as above                           |
 * | later          | removed  | given back  | planned, for a later leg                 | left for that leg                  |
 * | others         | –        | given back  | gets their job, or waits for it, at most | continue                           |
 * |                |          |             | until the leg ends. Then inDoubt         |                                    |
 */

export type End =
	| { is: 'made'; created: JobState; isCalled: boolean }
	| { is: 'refusedForGood' | 'unclear'; failure: Failure }
	| { is: 'later' | 'others' };

/** Creates the job of a planned row, once. While it waits for the create of another run, others may be sent. */
export async function createOnce(leg: Leg, row: Row): Promise<void> {
	const { gate } = leg;
	const since = leg.now;
	while (row.now.is === 'planned') {
		const { now } = row;
		const end = await gate.submissions(async (leave) => await new Attempt(leg, row, since, leave).send(now));
		if (end.is === 'later') return;
		if (end.is !== 'others') continue;
		gate.leave();
		await useOthers(leg, row, since).catch(async (error: unknown) => await fail(leg, row, error));
		if (!(await gate.enter(row))) return;
	}
}

/** Ends a row that gets no plan. Another run may have made its job, or be making it, and may be refused. */
export async function endUnplanned(leg: Leg, row: Row, failure: Failure): Promise<void> {
	// Its own failure stops no other row if it has a job.
	if (failure.scope === 'run') leg.haltOn(failure);
	const end = await ifUnclaimed(leg, row, { is: 'refusedForGood', failure });
	if ('failure' in end) await fail(leg, row, end.failure);
	else await useOthers(leg, row, leg.now, failure);
	if (row.now.is === 'checked') await endUnplanned(leg, row, failure);
}

/** A row is unpaid only if nobody has its claim. */
async function ifUnclaimed(leg: Leg, row: Row, end: End): Promise<End> {
	if (end.is !== 'refusedForGood' || row.claim === undefined) return end;
	const state = await askStore(leg, row, async (claim) => await leg.claims.look(claim));
	if (state instanceof Failure) return { is: 'refusedForGood', failure: state };
	return state.is === 'free' ? end : { is: 'others' };
}

/** Waits for the create of another run, and uses its job. `unplanned`: why the row has no plan, and no later leg. */
async function useOthers(leg: Leg, row: Row, since: number, unplanned?: Failure): Promise<void> {
	const until = () => waitsForTurnUntil(leg.timing, row.settings.timeout, since);
	const state = await askStore(leg, row, async (claim) => await leg.claims.wait(claim, until));
	const may = leg.gate.may();
	const why = may === 'later' ? unplanned : may;
	if (state instanceof Failure) await fail(leg, row, state.with({ submitted: 'unknown' }));
	else if (state.is !== 'underWay') await findJobs(leg, [row]);
	else if (why) await fail(leg, row, notWaited(leg, row, why));
}

/** Sent last, they end last, as a rule. With 20, a busy machine lost 1 of 10 executions of 30 rows, with 5 none of 30. */
const MOST_CALLS = 5;

/** One try to create the job of a row, which holds a claim and a place of each limit over time. */
export class Attempt implements Right {
	private mine?: Mine;
	private readonly places = new Map<Places, Place>();
	private notSent: End = { is: 'others' };
	private enter = async () => {};
	readonly leave = () => void (this.enter = this.leavePlace());

	constructor(
		private readonly leg: Leg,
		private readonly row: Row,
		private readonly since: number,
		private readonly leavePlace: () => () => Promise<void>,
	) {}

	get until(): number {
		return waitsForTurnUntil(this.leg.timing, this.row.settings.timeout, this.since);
	}

	/** If n8n is killed between the answer and `settle`, the claim stays in doubt. After `record`, n8n's log has the ID. */
	async send(plan: Planned): Promise<End> {
		const { leg, row } = this;
		throwIfStopped(leg.run);
		const sent = (await this.refusal()) ?? (await this.sendPlanned(plan));
		// It may fail before it has the claim, as where the credential is gone.
		const end = this.mine ? sent : await ifUnclaimed(leg, row, sent);
		// The next creates are not sent before the step of the row.
		await this.record(end);
		await this.settle(end);
		return end;
	}

	private async sendPlanned({ request: { body: planned = {}, ...request } }: Planned): Promise<End> {
		const { leg, row } = this;
		const { transport, context } = leg.run;
		// Only this leg knows where the service is to call, if not where a person wants. Each call costs n8n an execution.
		const isLast = row.settings.waitForCompletion && !planned.webhookUrl && !leg.hasPlanned(MOST_CALLS);
		const webhookUrl = isLast ? leg.allowed.wakeUpUrl : undefined;
		const isCalled = webhookUrl !== undefined;
		try {
			const look = async (id: string, see: () => Promise<unknown>) => await leg.run.once(`sent ${id}`, see);
			const hasFiles = HAS_FILES.test(JSON.stringify(planned));
			const signed = hasFiles ? await signedAgain(context, planned, look) : planned;
			const body = { ...signed, ...(isCalled && { webhookUrl }) };
			// The one line that sends a paid request: in its turn, once `take` has the claim and says that it may be sent.
			const created = await transport.create({ ...request, body }, leg.kind.created, this);
			return created === undefined ? this.notSent : { is: 'made', created, isCalled };
		} catch (error) {
			const failure = toFailure(error);
			if ((failure.details.submitted ?? 'no') !== 'no') return { is: 'unclear', failure };
			// If the service said when it takes the next one, that is after this leg.
			const isAfter =
				leg.gate.may() === 'later' || (failure.details.retryFrom && sendsUntil(leg.timing) < Infinity);
			if (failure.again === 'later')
				leg.gate.note({ since: this.since, retryFrom: failure.details.retryFrom });
			return failure.again === 'later' && isAfter ? { is: 'later' } : { is: 'refusedForGood', failure };
		}
	}

	private async record(end: End): Promise<void> {
		const { leg, row } = this;
		const { kind, state, gate, run } = leg;
		const { item, claim, settings } = row;
		if (claim && (end.is === 'unclear' || end.is === 'made')) state.noteSent(item, claim);
		if ('failure' in end) await fail(leg, row, end.failure);
		if (end.is !== 'made') return;
		const { created, isCalled } = end;
		const { id, jobId } = created;
		row.to({ is: 'running', state: created, submittedAt: leg.now, isCalled }, { isOwn: true });
		gate.note();
		if (isSession(kind) || jobId !== undefined) rememberState(run.transport, created);
		const message = `${kind.label} ${id} was created (${rowInLog(run, row)})`;
		run.context.logger.info(message, { id, jobId, item, reference: settings.reference });
	}

	/** A create that waits for its turn has no claim, because a kill would leave it in doubt. */
	async take(): Promise<boolean> {
		const { leg, row } = this;
		const taking = row.claim && leg.claims.take(row.claim);
		const taken = await taking?.catch((error: unknown) => storeIsAway(leg, row, error));
		const failure = taken instanceof Failure ? taken : taken?.is === 'inDoubt' && inDoubt(row, taken.why);
		if (failure) this.notSent = { is: 'refusedForGood', failure };
		if (taken instanceof Failure || taken?.is !== 'mine') return false;
		this.mine = taken;
		throwIfStopped(leg.run);
		const why = await this.refusal();
		if (why) this.notSent = why;
		return why === undefined;
	}

	async release(): Promise<void> {
		await this.settle({ is: 'later' });
		this.mine = undefined;
		this.places.clear();
		await this.enter();
	}

	/** Ends the claim, and gives back the places of a create that the service certainly did not take. */
	private async settle(end: End): Promise<void> {
		const isPaid = end.is === 'made' || end.is === 'unclear';
		if (!isPaid) for (const [places, place] of this.places) await places.giveBack(place);
		await this.mine?.end(end.is === 'made' ? { made: end.created.id } : isPaid ? 'unknown' : 'refused');
	}

	private async refusal(): Promise<End | undefined> {
		const { gate } = this.leg;
		const failure = gate.may() === 'now' ? await this.takePlaces() : undefined;
		if (failure) return { is: 'refusedForGood', failure };
		const may = gate.may();
		if (may === 'now') return undefined;
		return may === 'later' ? { is: may } : { is: 'refusedForGood', failure: leftOut(may) };
	}

	/** A place of each limit over time for a create that has its claim. Equal rows need one. */
	private async takePlaces(): Promise<Failure | undefined> {
		const { run, now, gate } = this.leg;
		for (const { name, label, full, places } of gate.limits) {
			const most = this.row.settings[name];
			if (most === 0 || !(this.mine || places.isFull(most, now))) continue;
			const place = await places.take(most, now).catch(databaseIsAway);
			if (place instanceof Failure) return place;
			if (place) this.places.set(places, place);
			else {
				const retryAt = places.endAfter(now);
				return new Failure(`Not sent: ${label} allows ${most}, and ${full}`, 'runAgainLater', {
					...{ submitted: 'no', retryFrom: new Date(retryAt).toISOString() },
					description: `Run it again from ${timeFrom(retryAt, run.context.getTimezone())} on.`,
				});
			}
		}
		return undefined;
	}
}
