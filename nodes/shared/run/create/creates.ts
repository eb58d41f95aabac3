import type { INodeExecutionData } from 'n8n-workflow';
import { each } from '../../async/limit';
import { isTool } from '../../n8n/node';
import { goesOn, ItemFailure, stopOnFailure, toFailure } from '../../operation/failure';
import type { CreateOperation } from '../../operation/types';
import { asError } from '../../transport/serviceError';
import {
	halt,
	haltAfter,
	isPending,
	mayBePaid,
	openBatch,
	pending,
	settingsOfRun,
	waitsForJob,
	type Batch,
	type Chosen,
} from '../batch/batch';
import { detailsOf, fail, type Entry } from '../batch/entry';
import { countTry, ledgerOf } from '../batch/ledger';
import { tellEnd, tellIds, tellReceipts } from '../batch/tell';
import { polling, strategyOf } from '../batch/waysToWait';
import { isMade, waitResultOf, type Planned, type Running } from '../../item/job';
import { itemsOf } from '../../item/outcome';
import type { Run } from '../../item/runContext';
import { answerBy } from '../../item/toolAnswer';
import { releaseCall } from '../../keys/claim';
import { openJournal } from '../../keys/journal';
import { park, resume } from '../park/park';
import { allowedStrategy } from '../park/whoWaits';
import { checkAll } from './check';
import { endAfterStop, follow, putOut, putOutAsItIs, putOutInTime } from './follow';
import { countMade, requireMinimumCredit, takeJobs } from './limits';
import { planAll } from './plan';
import { takeUpSent } from '../park/takeUpSent';
import { whyNoLaterLeg, notSentAgain, submit, whyTimeIsOver } from './submit';

/*
 * Rules that must not regress, and why:
 * - Every item is checked before the first is sent: one bad item must not cost the others.
 * - Only a planned job is sent, and once: a create that may have been taken would be paid for twice.
 * - The ID of a job is in the ledger and the log before anything else happens: all that can fail comes after that.
 * - One item fails alone, and the node stops only when all jobs were waited for: they are paid.
 * - A failure that the service would repeat for all, or on which the node stops, is known before the next create.
 * - A run is stored only where nobody waits for its output: n8n would answer them at that moment.
 * - What another leg may have created is in doubt, and in doubt nothing is sent.
 * - Nothing is created that can't be waited for before n8n's time limit: all results would be lost with it.
 * - After a Stop nothing is created, and nothing is stored.
 */

/**
 * Runs an operation that makes jobs, for all items of a run: parameters -> plan -> create -> wait -> result. A long wait
 * is parked: n8n then runs the node again, for the next leg.
 * @throws NodeOperationError when an item failed and the node stops on failures, after the wait for all other jobs
 */
export async function runCreates(run: Run, operation: CreateOperation): Promise<INodeExecutionData[]> {
	const woken = await resume(run, operation);
	const batch = woken ? woken.batch : await begin(run, operation);
	if (woken) {
		await takeUpSent(batch, woken.park);
		await goOn(batch);
	} else {
		// What another try has made comes first: it takes its places of Jobs in Progress at a Time.
		const entries = [...batch.entries].sort(
			(one, other) => Number(mayBePaid(other)) - Number(mayBePaid(one)),
		);
		await advanceAll(batch, entries, batch.maxInProgress);
	}
	tellIds(batch);
	const isStopped = () => run.environment.signal?.aborted === true;
	if (!isStopped() && batch.entries.some(isPending) && (await park(batch))) return [];
	if (isStopped()) await endAfterStop(batch);
	countMade(batch);
	tellEnd(batch);
	tellReceipts(batch);
	stopOnFailures(batch);
	const outcomes = batch.entries.flatMap(({ outcome }) => outcome ?? []);
	if (outcomes.every(({ ok }) => ok)) batch.ledger.clear();
	return itemsOf(outcomes);
}

/** The first leg of a run, or of another try: all items are checked, then planned. */
async function begin(run: Run, operation: CreateOperation): Promise<Batch> {
	const ledger = ledgerOf(run);
	countTry(run, ledger);
	const entries = await checkAll(run, operation);
	stopOnFailures({ run, operation, ledger, entries });
	const settings = settingsOfRun(operation, entries);
	const mayPark = waitsForJob(settings) && !isTool(run.context);
	const wish = mayPark ? strategyOf(settings.waitUsing) : polling;
	const chosen = await allowedStrategy(run.context, wish).catch((error: unknown): Chosen => {
		// A failure of the whole run is a failure of each item.
		for (const entry of entries.filter(isPending)) fail(operation, entry, error);
		return { strategy: polling };
	});
	const journal = openJournal(run.context, ledger.run.journal);
	const common = { run, operation, ledger, journal };
	await planAll(common, entries);
	const answersBy = answerBy(run, settings.answerWithin);
	const batch = openBatch({ ...common, ...chosen, entries, settings, answerBy: answersBy });
	// A second try has paid jobs already: it waits for them, and lists them before the node stops.
	if (!entries.some(mayBePaid)) stopOnFailures(batch);
	for (const { outcome } of entries) if (outcome && !outcome.ok) haltAfter(batch, outcome.failure);
	if (!batch.halted) {
		await requireMinimumCredit(batch)
			.then(() => takeJobs(batch))
			.catch((error: unknown) => halt(batch, toFailure(error)));
	}
	return batch;
}

/** A later leg: polls the open jobs, creates those that have a place now, and puts all out once none is open. */
async function goOn(batch: Batch): Promise<void> {
	halt(batch, whyTimeIsOver(batch));
	await advanceAll(batch, pending(batch, 'running', 'inDoubt'));
	// A killed leg had no more places than these, and what it may have created is in doubt.
	const free = Math.max(0, batch.maxInProgress - pending(batch, 'running').length);
	await advanceAll(batch, pending(batch, 'planned').slice(0, free));
	halt(batch, whyNoLaterLeg(batch));
	// Where nothing more is created, nothing waits for its turn.
	if (batch.halted) await advanceAll(batch, pending(batch, 'planned'));
	const isOver = pending(batch, 'running', 'planned').length === 0;
	if (isOver && !batch.run.environment.signal?.aborted) await advanceAll(batch, pending(batch, 'ended'));
}

/**
 * Begins the items one after another, each in its turn. Once one is left for a later leg nothing more is created, as the
 * run will be parked.
 */
async function advanceAll(batch: Batch, entries: readonly Entry[], atATime = Infinity): Promise<void> {
	const { run, submissions } = batch;
	const untilPlaceIsFree = async () => await submissions(async () => undefined);
	const turn = async ({ job }: Entry) => {
		await run.breathe();
		if (job?.is === 'planned') await untilPlaceIsFree();
	};
	let isParking = false;
	await each(entries.filter(isPending), { atATime, turn }, async (entry) => {
		if (isParking && entry.job?.is === 'planned' && !batch.halted) return;
		try {
			const value = await advance(batch, entry);
			if (value) entry.outcome = { ok: true, value };
			else isParking = true;
		} catch (error) {
			const failure = toFailure(error, detailsOf(batch.operation, entry));
			haltAfter(batch, failure);
			await releaseItsCall(batch, entry);
			entry.outcome = { ok: false, item: entry.item, failure: withWordOnItsKey(entry, failure) };
		}
	});
}

/** Takes the job of one item as far as this leg gets. @returns its output; undefined when a later leg goes on with it */
async function advance(batch: Batch, entry: Entry): Promise<INodeExecutionData | undefined> {
	const { label } = batch.operation.kind;
	const job = entry.job?.is === 'planned' ? await submitInTurn(batch, entry, entry.job) : entry.job;
	if (job?.is === 'inDoubt') throw notSentAgain(label, job);
	if (!isMade(job)) throw new ItemFailure(`${label} was not created`);
	if (!entry.settings.waitForCompletion) return await putOutAsItIs(batch, entry, job);
	if (job.is === 'ended') return await putOut(batch, entry, waitResultOf(job));
	const waited = await follow(batch, entry, job);
	if (waited === 'park') return undefined;
	return waited === 'answer' ? putOutInTime(batch, entry, job) : await putOut(batch, entry, waited);
}

async function submitInTurn(batch: Batch, entry: Entry, planned: Planned): Promise<Running> {
	return await batch.submissions(async () => {
		try {
			entry.job = await submit(batch, entry, planned);
			return entry.job;
		} catch (error) {
			// A failure that ends the creating is known before the next item has its turn.
			haltAfter(batch, toFailure(error, detailsOf(batch.operation, entry)));
			throw asError(error);
		}
	});
}

/** The key of a job that has failed. */
const keyOfFailed = ({ job, claim }: Entry) =>
	job?.is === 'ended' && job.state.status !== 'completed' ? claim : undefined;

/** A failed job stands for the key that a person gave. */
function withWordOnItsKey(entry: Entry, failure: ItemFailure): ItemFailure {
	if (keyOfFailed(entry)?.by !== 'key') return failure;
	const { message, details, stopsEverything } = failure;
	const word = 'Its Idempotency Key stands for this job: to have another one made, give another key.';
	const description = [word, details.description].filter(Boolean).join(' ');
	return new ItemFailure(message, { ...details, description }, stopsEverything);
}

/** An agent's call may be made again whose job has failed. */
async function releaseItsCall({ run }: Batch, entry: Entry): Promise<void> {
	const claim = keyOfFailed(entry);
	if (!claim || claim.by === 'key' || !isMade(entry.job) || run.environment.signal?.aborted) return;
	await releaseCall(run, claim, entry.job.state.id);
}

/** @throws NodeOperationError that lists all jobs of the run, when an item failed and the node stops on failures */
function stopOnFailures({
	run,
	operation,
	ledger,
	entries,
	halted,
}: Pick<Batch, 'run' | 'operation' | 'ledger' | 'entries' | 'halted'>): void {
	const failures = entries.flatMap(({ outcome }) => (outcome && !outcome.ok ? [outcome] : []));
	if (failures.length === 0 || goesOn(run.context)) return;
	// The first failure of its own, not that of an item left out because of it.
	const first = failures.find(
		({ failure }) => failure.details.submitted !== 'no' || failure.message === halted?.message,
	);
	const jobs = entries.flatMap((entry) => {
		// What an earlier try has made for the item.
		const earlier = ledger.of(entry.item).map(({ job }) => ({ ...entry, job }));
		const known = mayBePaid(entry) ? [entry] : earlier.filter(mayBePaid);
		return known.map((each) => ({ item: entry.item, ...detailsOf(operation, each) }));
	});
	stopOnFailure(run.context, failures, first, jobs);
}
