import { ManualExecutionCancelledError, type INodeExecutionData } from 'n8n-workflow';
import { cancelTasks } from '../../jobs/cancel';
import type { SavedFiles } from '../../jobs/output';
import type { Waited } from '../../jobs/wait';
import { asError, ServiceError } from '../../transport/serviceError';
import { createLastTransport } from '../../transport/transport';
import type { Batch } from '../batch/batch';
import type { Entry } from '../batch/entry';
import { keepJob } from '../batch/ledger';
import { endOfWait, waitOf } from '../batch/waysToWait';
import { finish, makeOutput } from '../../item/finish';
import { isMade, observed, saved, waitedUntil, type Ended, type Running } from '../../item/job';
import { throwIfStopped } from '../../item/runContext';
import { processingItem } from '../../item/toolAnswer';

/**
 * Waits for a job in the process: to its end, or for as long as this leg waits for it. Its entry gets what was seen.
 * @returns what came of it; or that it goes on, and the run is to be parked or the tool to answer before it ends
 */
export async function follow(batch: Batch, entry: Entry, job: Running): Promise<Waited | 'park' | 'answer'> {
	const { run, operation, leg, ledger } = batch;
	const { kind } = operation;
	const { submittedAt, state, seen } = job;
	const wait = waitOf(batch, job, entry.settings.timeout, run.environment.now());
	const followed = waitedUntil(job, wait.deadline);
	entry.job = followed;
	try {
		const waited = await batch.watch.until({
			...{ kind, state, seen, since: submittedAt, until: wait.until },
			// Made by an earlier leg or try.
			lookNow: submittedAt < leg.beganAt,
		});
		entry.job = observed(kind, followed, waited);
		if (entry.job.is === 'ended') keepJob(ledger, entry, entry.job);
		if (!waited.timedOut) return waited;
		const end = endOfWait(wait, batch, run.environment.now());
		return end === 'timeOut' ? waited : end;
	} catch (error) {
		// Jobs go on at the service while the account has a ban or no quota, which may pass.
		const mayPass = error instanceof ServiceError && error.stopsEverything;
		if (wait.then === 'park' && leg.wokenBy && mayPass) return 'park';
		throw asError(error);
	}
}

/** The output of a job whose wait is over, with its file. */
export async function putOut(batch: Batch, entry: Entry, waited: Waited): Promise<INodeExecutionData> {
	const { run, operation, ends } = batch;
	const { item, settings, job } = entry;
	await run.breathe();
	throwIfStopped(run);
	const { duplicate, submittedAt: sentAt } = isMade(job) ? job : {};
	const files = job?.is === 'ended' ? job.files : undefined;
	const known = { reference: settings.reference, saved: files, duplicate, sentAt };
	const keep = (files: SavedFiles) => {
		entry.files = files.facts;
		// Those that n8n keeps in the execution itself would be stored with it at each park.
		const isStored = Object.values(files.binary).every(({ id }) => id !== undefined);
		if (job?.is === 'ended' && isStored) entry.job = saved(job, files);
	};
	return await finish(run, operation.kind, item, settings, waited, {
		...known,
		keep,
		limitAt: ends.cancelledAt,
	});
}

/** The output of a job that goes on while its tool has to answer. */
export function putOutInTime(
	{ run, operation }: Batch,
	{ item, settings, claim }: Entry,
	{ state: { id, jobId }, duplicate }: Running | Ended,
): INodeExecutionData {
	const { reference } = settings;
	const known = { id, jobId, isRepeatable: claim !== undefined, reference, duplicate };
	return processingItem(run, operation.kind, item, known);
}

/** The output of a job that nobody waits for. */
export async function putOutAsItIs(
	{ run, operation }: Batch,
	{ item, settings }: Entry,
	{ state, duplicate, submittedAt: sentAt, seen }: Running | Ended,
): Promise<INodeExecutionData> {
	const known = { reference: settings.reference, duplicate, sentAt, sightings: seen?.sightings };
	const report = { kind: operation.kind, state, ...known };
	return await makeOutput(run, item, { ...settings, downloadResult: false }, report);
}

/**
 * After Stop: cancels the jobs of items that want it.
 * @throws ManualExecutionCancelledError always, to end the node
 */
export async function endAfterStop({ run, operation, entries }: Batch): Promise<never> {
	const { context } = run;
	// The job of an earlier create belongs to the run that made it.
	const jobIds = entries.flatMap(({ job, settings }) =>
		job?.is === 'running' && !job.duplicate && settings.cancelOnStop ? (job.state.jobId ?? []) : [],
	);
	if (jobIds.length > 0) {
		try {
			for (const [jobId, error] of await cancelTasks(createLastTransport(context), operation.kind, jobIds)) {
				context.logger.warn(`Cancel ${jobId}: ${error.message}`, { jobId });
			}
		} catch (error) {
			context.logger.warn(`Cancel: ${asError(error).message}`);
		}
	}
	throw new ManualExecutionCancelledError(context.getExecutionId());
}
