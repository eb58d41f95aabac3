import { whyNoKeyStore } from '../n8n/deduplication';
import { nodeOf } from '../n8n/node';
import { runIndexOf } from '../n8n/reentry';
import { isSafeByKey } from './idempotency';
import { noteOf, type JobRun } from './jobRun';
import { noteInStore } from './keys/store';
import type { Woken } from './parked';
import { notSentAgain } from './submit';

/** The most that n8n allows. */
const MOST_TRIES = 5;

/**
 * Counts a try of a run, and tells whether Retry on Fail has had all its tries. n8n counts them anew whenever it wakes a
 * parked run up: a job that always fails would be paid without end.
 */
export function areTriesUsedUp({ run: { context }, ledger }: JobRun): boolean {
	const { retryOnFail, maxTries } = nodeOf(context);
	if (retryOnFail !== true) return false;
	const executionId = context.getExecutionId();
	const { tries } = ledger.run;
	const count = (tries?.executionId === executionId ? tries.count : 0) + 1;
	ledger.change({ tries: { executionId, count } });
	// As n8n reads the setting.
	return count > Math.min(MOST_TRIES, Math.max(2, maxTries || 3));
}

/** Ends the tries of a run: another course of it may have made its failed jobs again. */
export function useUpTries({ run: { context }, ledger }: JobRun): void {
	ledger.change({ tries: { executionId: context.getExecutionId(), count: MOST_TRIES } });
}

/**
 * Makes sure that a leg creates nothing that another leg has created. n8n may put a run back: a slow call writes what it
 * read before another call woke the run up (n8n.md: Re-entry). So a leg notes in n8n's store from which park it goes on; if
 * that was noted before, whatever is not created by then is in doubt, but for what keys guard.
 */
export async function requireFirstLeg({ jobRun, outcomes, open, next, parkedAt }: Woken): Promise<void> {
	const { operation, tracks, ledger } = jobRun;
	const { context } = jobRun.run;
	// Retry on Fail makes failed jobs again.
	const isRetried = nodeOf(context).retryOnFail === true;
	const mayCreate = (isRetried || next.length > 0) && !tracks.every(isSafeByKey);
	const mayRemake = tracks.some(({ state, plan }) => state && plan);
	if ((!mayCreate && !mayRemake) || whyNoKeyStore(context) !== undefined) return;
	const park = [context.getExecutionId(), context.getNode().id, runIndexOf(context), parkedAt].join('/');
	const isFirst = await noteInStore(context, park).catch((error: unknown) => {
		context.logger.warn(`A park could not be noted in the store of n8n: ${String(error)}`);
		return true;
	});
	if (isFirst) return;
	const why = 'n8n has put the run back to an earlier state.';
	context.logger.warn(notSentAgain(operation.kind.label, why).message);
	useUpTries(jobRun);
	for (const track of tracks) {
		// It may have been made again.
		if (track.state) track.plan = undefined;
		else if (outcomes[track.item] === 'pending' && !isSafeByKey(track)) {
			track.doubt = why;
			ledger.keep(noteOf(track));
			open.push(track);
		}
	}
}
