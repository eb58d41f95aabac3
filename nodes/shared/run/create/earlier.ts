import { mergeStates } from '../../jobs/kinds';
import { isNewerThanLists, readJob } from '../../jobs/read';
import { isFinal } from '../../jobs/wait';
import { ItemFailure, toFailure } from '../../operation/failure';
import type { CreateOperation } from '../../operation/types';
import { adopted, isMade, maybeTaken, reopened, takenUp, waitedUntil, type Job } from '../item/job';
import { notCompleted } from '../item/finish';
import type { Run } from '../item/runContext';
import { takeSent, type Sent } from '../keys/journal';
import type { FirstJob } from '../keys/keptJob';
import { toStore, type Entry } from '../park/entry';
import { tellTakenUp } from '../park/summary';
import type { Ledger } from '../park/ledger';
import { areTriesUsedUp } from '../park/tries';

/* Jobs that were made before: by an earlier try of the run, or by an earlier create under the same key. */

/**
 * The job that an earlier try made for an item, or may have made; undefined when there is none, or it failed and another
 * one may be made.
 * @throws ItemFailure when it failed, and no try is left
 */
export function jobOfEarlierTry(
	run: Run,
	{ kind }: CreateOperation,
	ledger: Ledger,
	{ item, fingerprint, settings }: Entry,
): Pick<Entry, 'job' | 'claim'> | undefined {
	const { job, claim } = ledger.find({ item, fingerprint }) ?? {};
	if (job?.is === 'inDoubt') return { job, claim };
	if (!isMade(job)) return undefined;
	const isLast = areTriesUsedUp(run, ledger);
	if (job.is === 'ended' && job.state.status !== kind.ready) {
		if (!isLast) return undefined;
		const { id, jobId } = job.state;
		throw toFailure(notCompleted(kind, job.state), { id, jobId, submitted: 'yes' });
	}
	// A record whose file is missing may have the address by now, or a newer one.
	const isToBeRead = job.is === 'ended' && settings.downloadResult && !job.files;
	const again: Job = isToBeRead ? reopened(job) : job;
	// Another try waits anew, but not without end.
	return { job: waitedUntil(again, isLast ? job.deadline : undefined), claim };
}

/**
 * The job that an execution made for an item, or may have made, before it was killed; this one is a retry of it. Undefined
 * when there is none, or it failed and is made again.
 * @param sent what that execution noted; what is found there is taken out
 */
export async function jobOfKilledRun(
	run: Run,
	{ kind }: CreateOperation,
	sent: Sent[],
	request: string | undefined,
): Promise<Job | undefined> {
	for (let found = takeSent(sent, request); found; found = takeSent(sent, request)) {
		const { id, at } = found;
		if (id === undefined) return maybeTaken();
		const job = takenUp({ id, at });
		const record = await readJob(run.transport, kind, id);
		const state = record ? mergeStates(job.state, record) : job.state;
		if (isFinal(kind, state) && state.status !== kind.ready) continue;
		tellTakenUp(run, kind, id);
		return { ...job, state };
	}
	return undefined;
}

/**
 * Gives an item the job of an earlier create under its key. One that nobody waits for, or that is old, is read at once.
 * @throws ItemFailure when it is gone, ServiceError when it can't be read
 */
export async function adopt(
	run: Run,
	operation: CreateOperation,
	ledger: Ledger,
	entry: Entry,
	first: FirstJob,
): Promise<void> {
	const job = adopted(first);
	entry.job = job;
	ledger.keep(toStore(entry));
	const isNew = isNewerThanLists(run.environment.now() - first.at);
	if (entry.settings.waitForCompletion && isNew) return;
	const found = await readJob(run.transport, operation.kind, first.id);
	if (found) entry.job = { ...job, state: mergeStates(job.state, found) };
	else if (!isNew) {
		throw new ItemFailure(
			`${operation.kind.label} ${first.id} was made ${entry.claim?.isImplicit ? 'for this same call' : 'under this Idempotency Key'}, and is not there any more`,
			{
				description: `Not sent again. To have it made anew, ${entry.claim?.isImplicit ? 'change a parameter, or wait 15 minutes' : 'give another key'}.`,
			},
		);
	}
}
