import type { INodeExecutionData } from 'n8n-workflow';
import type { SavedFiles } from '../../jobs/output';
import type { Waited } from '../../jobs/wait';
import { asError, ServiceError } from '../../transport/serviceError';
import { processingItem } from '../item/toolAnswer';
import { finish, outputOf } from '../item/finish';
import { observed, saved, type Ended, type Running } from '../item/job';
import { throwIfStopped } from '../item/runContext';
import type { Batch } from '../park/batch';
import { canPark } from '../park/ends';
import { toStore, type Entry } from '../park/entry';
import { SHORTEST_PARK_MS } from '../park/strategies';

/**
 * Waits for a job in the process: to its end or its deadline.
 * @returns what came of it; undefined when the run is to be parked before that
 */
export async function follow(batch: Batch, entry: Entry, job: Running): Promise<Waited | undefined> {
	const { run, operation, leg, strategy, ends, ledger } = batch;
	const { kind } = operation;
	const { submittedAt } = job;
	const until = Math.min(Math.max(strategy.pollsUntil(leg, submittedAt), 0), ends.storeBy);
	const mayPark = strategy.parks && canPark(ends, Math.max(until, run.environment.now()));
	const deadline = job.deadline ?? deadlineOf(batch, entry, job);
	// It is not worth parking for a wait that is nearly over, and n8n would be late.
	const isToBeParked = mayPark && (until + SHORTEST_PARK_MS < deadline || ends.inProcess < deadline);
	const followed: Running = { ...job, deadline };
	entry.job = followed;
	try {
		const waited = await batch.watch.until({
			kind,
			state: job.state,
			since: submittedAt,
			// Made by an earlier leg or try.
			lookNow: submittedAt < leg.beganAt,
			seen: job.seen,
			deadline: isToBeParked ? until : Math.min(deadline, ends.inProcess, batch.answerBy),
		});
		const seen = observed(kind, followed, waited);
		entry.job = seen;
		if (waited.timedOut && isToBeParked && run.environment.now() < deadline) return undefined;
		if (seen.is === 'ended') ledger.keep(toStore(entry));
		return waited;
	} catch (error) {
		// Jobs go on at the service while the account has a ban or no quota, which may pass.
		const mayPass = error instanceof ServiceError && error.stopsEverything;
		if (isToBeParked && leg.wokenBy && mayPass) return undefined;
		throw asError(error);
	}
}

/** When the wait for a job ends: at its Timeout, or in time before n8n's own time limit. */
function deadlineOf({ leg, strategy, ends }: Batch, { settings }: Entry, { submittedAt }: Running): number {
	const own = Math.max(submittedAt, leg.beganAt) + settings.timeout * 60_000;
	return Math.min(own, strategy.parks ? Math.max(ends.inProcess, ends.stored) : ends.inProcess);
}

/** The output of a job whose wait is over, with its file. */
export async function putOut(batch: Batch, entry: Entry, waited: Waited): Promise<INodeExecutionData> {
	const { run, operation } = batch;
	const { item, settings, job, claim } = entry;
	const ended = job?.is === 'ended' ? job : undefined;
	await run.breathe();
	throwIfStopped(run);
	if (job?.is === 'running' && isToBeAnswered(batch, job, waited)) {
		const { state, duplicate } = job;
		const { reference } = settings;
		const { id, jobId } = state;
		const known = { id, jobId, isRepeatable: claim !== undefined, reference, duplicate };
		return processingItem(run, operation.kind, item, known);
	}
	const { duplicate, submittedAt: sentAt } = job?.is === 'running' ? job : { ...ended };
	const known = { reference: settings.reference, saved: ended?.files, duplicate, sentAt };
	const keep = (files: SavedFiles) => {
		entry.files = files.facts;
		// Those that n8n keeps in the execution itself would be stored with it at each park.
		const isStored = Object.values(files.binary).every(({ id }) => id !== undefined);
		if (ended && isStored) entry.job = saved(ended, files);
	};
	return await finish(run, operation.kind, item, settings, waited, { ...known, keep });
}

/** Whether the wait ended because a tool has to answer, and not by itself. */
function isToBeAnswered(
	{ run, ends, answerBy }: Batch,
	{ deadline = Infinity }: Running,
	{ timedOut }: Waited,
): boolean {
	return timedOut && answerBy < Infinity && run.environment.now() < Math.min(deadline, ends.inProcess);
}

/** The output of a job that nobody waits for. */
export async function putOutAsItIs(
	{ run, operation }: Batch,
	{ item, settings }: Entry,
	{ state, duplicate, submittedAt: sentAt, seen }: Running | Ended,
): Promise<INodeExecutionData> {
	const known = { reference: settings.reference, duplicate, sentAt, sightings: seen?.sightings };
	const report = { kind: operation.kind, state, ...known };
	return await outputOf(run, item, { ...settings, downloadResult: false }, report);
}
