import { whyNoKeyStore } from '../n8n/deduplication';
import { nodeOf } from '../n8n/node';
import { runIndexOf } from '../n8n/reentry';
import { isSafeByKey } from './idempotency';
import { knownOf } from './jobRun';
import { noteInStore } from './keyStore';
import { failedAt } from './outcome';
import type { Woken } from './parked';
import { notSentAgain } from './submit';
import { useUpTries } from './tries';

const PUT_BACK = 'n8n has put the run back to an earlier state.';

/**
 * Makes sure that a leg creates nothing that another leg has created. n8n may put a run back: a slow call writes what it
 * read before another call woke the run up (n8n.md: Re-entry). So a leg notes in n8n's store from which park it goes on; if
 * that was noted before, whatever is not created by then is in doubt.
 */
export async function requireFirstLeg({ jobRun, outcomes, next, parkedAt }: Woken): Promise<void> {
	const { run, operation, tracks } = jobRun;
	const { context } = run;
	// Retry on Fail makes failed jobs again.
	const isRetried = nodeOf(context).retryOnFail === true;
	const mayCreate = (isRetried || next.length > 0) && !tracks.every(isSafeByKey);
	const mayRemake = tracks.some(({ state, plan }) => state && plan);
	if ((!mayCreate && !mayRemake) || whyNoKeyStore(context) !== undefined) return;
	const park = [context.getExecutionId(), context.getNode().id, runIndexOf(context), parkedAt].join('/');
	try {
		if (await noteInStore(context, park)) return;
	} catch (error) {
		context.logger.warn(`A park could not be noted in the store of n8n: ${String(error)}`);
		return;
	}
	const failure = notSentAgain(operation.kind.label, PUT_BACK);
	context.logger.warn(failure.message);
	jobRun.halted ??= failure;
	useUpTries(run);
	next.length = 0;
	for (const track of tracks) {
		if (outcomes[track.item] !== 'pending' || track.state !== undefined) continue;
		track.submitted = 'unknown';
		jobRun.ledger.keep(track.item, { fingerprint: track.fingerprint, doubt: PUT_BACK });
		outcomes[track.item] = failedAt(track.item, failure, knownOf(jobRun, track));
	}
}
