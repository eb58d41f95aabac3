import { mergeStates } from '../../jobs/kinds';
import { isNewerThanLists, readJob } from '../../jobs/read';
import { ItemFailure } from '../../operation/failure';
import type { CreateOperation } from '../../operation/types';
import { adopted, waitedUntil, isMade, reopened, type Job } from '../item/job';
import { toFailure } from '../../operation/failure';
import { notCompleted } from '../item/finish';
import type { Run } from '../item/runContext';
import type { FirstJob } from '../keys/keptJob';
import { toStore, type Entry } from '../park/entry';
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
