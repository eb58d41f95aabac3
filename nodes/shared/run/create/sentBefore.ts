import { mergeStates, type JobState } from '../../jobs/kinds';
import { isNewerThanLists, readJob } from '../../jobs/read';
import { isFinal } from '../../jobs/wait';
import { ItemFailure, toFailure } from '../../operation/failure';
import { asError } from '../../transport/serviceError';
import type { Common } from '../batch/batch';
import type { Entry } from '../batch/entry';
import { areTriesUsedUp, keepJob } from '../batch/ledger';
import { tellTakenUp } from '../batch/tell';
import { notCompleted } from '../../item/finish';
import {
	adopted,
	isMade,
	maybeTaken,
	reopened,
	takenUp,
	waitedUntil,
	type Job,
	type Running,
	type FirstJob,
} from '../../item/job';
import { claimOf, isSafeByKey, jobOf, lookUp } from '../../keys/claim';
import { requestFields } from '../../keys/fingerprint';
import { requestDigest, takeSent, withoutKnown, type Sent } from '../../keys/journal';
import type { Checked } from './check';

/*
 * Whether the job of an item was sent before. Three records tell; a job that is found is taken up, one that may have been
 * sent is in doubt, and neither is sent again (a leg asks them in park/takeUpSent.ts):
 *
 * | Record      | Written by                                            | Asked                                      |
 * |-------------|-------------------------------------------------------|--------------------------------------------|
 * | the ledger  | an earlier try or leg of this run                     | when an item is planned, and by each leg   |
 * | the key     | any execution that has used the same idempotency key  | when an item is planned, and before it is sent |
 * | the journal | without a key: an execution or a leg that was killed  | by a retry of it, and by a leg in doubt    |
 */

/**
 * Finds the job that an item has already, or may have; one that is new to the ledger is kept there. The entry learns its
 * key, or what identifies its request in the journal.
 * @returns undefined when there is none: one is to be planned
 * @throws ItemFailure when it failed and no try is left, or when it can't be known
 */
export async function findSent(common: Common, entry: Checked): Promise<Job | undefined> {
	const { run, operation, ledger } = common;
	const earlier = jobOfEarlierTry(common, entry);
	entry.claim = earlier ? earlier.claim : await claimOf(run, operation, entry, entry.fingerprint);
	if (earlier) return earlier.job;
	if (entry.claim) {
		requireTriesLeft(common, entry);
		const known = await lookUp(run, entry.claim);
		return known && (await adopt(common, entry, jobOf(operation, known, entry.claim)));
	}
	entry.digest = requestDigest(requestFields(run, operation, entry));
	const job = await jobOfKilledRun(common, entry.digest);
	if (job) return keepJob(ledger, entry, job);
	requireTriesLeft(common, entry);
	return undefined;
}

/** The job of an earlier try; undefined when there is none, or it failed. */
function jobOfEarlierTry(
	{ run, operation: { kind }, ledger }: Common,
	{ item, fingerprint, settings }: Entry,
): Pick<Entry, 'job' | 'claim'> | undefined {
	const { job, claim } = ledger.find({ item, fingerprint }) ?? {};
	if (job?.is === 'inDoubt') return { job, claim };
	if (!isMade(job) || (job.is === 'ended' && job.state.status !== kind.ready)) return undefined;
	const isLast = areTriesUsedUp(run, ledger);
	// Its file was not saved: the record may have an address by now, or a newer one.
	const isToBeRead = job.is === 'ended' && settings.downloadResult && !job.files;
	const again: Job = isToBeRead ? reopened(job) : job;
	// Another try waits anew, but not without end.
	return { job: waitedUntil(again, isLast ? job.deadline : undefined), claim };
}

/** @throws ItemFailure when the job of an earlier try failed, and no other one may be made */
function requireTriesLeft({ run, operation: { kind }, ledger }: Common, entry: Entry): void {
	const { job } = ledger.find(entry) ?? {};
	if (job?.is !== 'ended' || !areTriesUsedUp(run, ledger)) return;
	const { id, jobId } = job.state;
	throw toFailure(notCompleted(kind, job.state), { id, jobId, submitted: 'yes' });
}

/**
 * Gives an item the job of an earlier create under its key. One that nobody waits for, or that is old, is read at once.
 * @throws ItemFailure when it is gone, ServiceError when it can't be read
 */
export async function adopt(
	{ run, operation, ledger }: Common,
	entry: Entry,
	first: FirstJob,
): Promise<Running> {
	const job = keepJob(ledger, entry, adopted(first));
	const isNew = isNewerThanLists(run.environment.now() - first.at);
	if (entry.settings.waitForCompletion && isNew) return job;
	const found = await readJob(run.transport, operation.kind, first.id);
	if (found) return { ...job, state: mergeStates(job.state, found) };
	if (isNew) return job;
	const [how, wayOn] = isSafeByKey(entry)
		? ['under this Idempotency Key', 'give another key']
		: ['for this same call', 'change a parameter, or wait 15 minutes'];
	throw new ItemFailure(`${operation.kind.label} ${first.id} was made ${how}, and is not there any more`, {
		description: `Not sent again. To have it made anew, ${wayOn}.`,
	});
}

/** The job that the execution which this one is a retry of has made; undefined also where it failed, and is made again. */
async function jobOfKilledRun(common: Common, request: string): Promise<Job | undefined> {
	const { run, operation } = common;
	const { kind } = operation;
	const sent = await run.once('what was sent before', async () => await sentByKilledRun(common));
	for (let found = takeSent(sent, request); found; found = takeSent(sent, request)) {
		const { id, at } = found;
		if (id === undefined) return maybeTaken();
		const job = takenUp({ id, at });
		// One that can't be read now is waited for: it is paid.
		const record = await readJob(run.transport, kind, id).catch(() => undefined);
		const state: JobState = record ? mergeStates(job.state, record) : job.state;
		if (isFinal(kind, state) && state.status !== kind.ready) continue;
		tellTakenUp(run, kind, id);
		return { ...job, state };
	}
	return undefined;
}

/** What was sent, and is not in the ledger: n8n stored none of it. @throws ItemFailure when a retry can't know it */
async function sentByKilledRun({ run, ledger, journal }: Common): Promise<Sent[]> {
	const sent = await journal.find().catch((error: unknown) => {
		const { message } = asError(error);
		throw new ItemFailure(`What the execution before this retry has sent can't be read: ${message}`, {
			submitted: 'unknown',
			description:
				'This retry has created nothing. It needs the database of n8n: check that it works, and retry once more.',
		});
	});
	ledger.change({ journal: journal.kept });
	return sent.length === 0 ? sent : withoutKnown(sent, [...run.items.keys()].flatMap(ledger.of));
}
