import type { IExecuteFunctions } from 'n8n-workflow';
import { deleteRow, insertRow, whyNoKeyStore } from '../../n8n/deduplication';
import { nodeOf } from '../../n8n/node';
import { runIndexOf } from '../../n8n/reentry';
import { doubted, takenUp } from '../../item/job';
import { isSafeByKey } from '../../keys/claim';
import { takeSent, withoutKnown } from '../../keys/journal';
import { pending, type Batch } from '../batch/batch';
import { isRetried, keepJob, useUpTries, type Park } from '../batch/ledger';
import { tellTakenUp } from '../batch/tell';

/**
 * Takes up what another leg may have sent that went on from the same park: the journal tells. Without one, and while that
 * leg may still be at work, all that it may have sent is in doubt.
 */
export async function takeUpSent(batch: Batch, park: Park): Promise<void> {
	const { run, operation, ledger, journal, entries } = batch;
	const planned = pending(batch, 'planned').filter((entry) => !isSafeByKey(entry));
	const doubt = await claimPark(run, park, planned.length > 0);
	if (doubt === undefined) return;
	useUpTries(run, ledger);
	const noted = planned.length > 0 ? await journal.takeOver().catch(() => undefined) : undefined;
	ledger.change({ journal: journal.kept });
	// The last creates of a request are of that leg: those before them are of earlier tries, and have failed.
	const sent = withoutKnown(noted ?? [], entries).reverse();
	const isAllNoted = noted !== undefined && journal.kept !== undefined;
	for (const entry of planned.reverse()) {
		const { job, item, digest } = entry;
		if (job?.is !== 'planned') continue;
		const found = takeSent(sent, digest);
		const mayBeSent = doubt.isAtWork || (!isAllNoted && park.next.includes(item));
		if (found?.id !== undefined) {
			const { id, at } = found;
			keepJob(ledger, entry, takenUp({ id, at }));
			tellTakenUp(run, operation.kind, id);
		} else if (found || mayBeSent) {
			keepJob(ledger, entry, doubted(job, doubt.why));
		}
	}
}

/**
 * Claims to go on from a park. n8n may put a run back: a slow call writes what it read before another call woke the run up
 * (n8n.md: Re-entry). So a leg notes in n8n's store from which park it goes on. Nor is it known what a leg had created that
 * was killed.
 * @returns why another leg may have gone on from it, and whether that may still be at work; undefined when none has
 */
async function claimPark(
	{ context }: Batch['run'],
	park: Park,
	mayCreate: boolean,
): Promise<{ why: string; isAtWork: boolean } | undefined> {
	const executionId = context.getExecutionId();
	if (park.executionId !== executionId) {
		return { why: 'n8n ended while its create may have been under way.', isAtWork: false };
	}
	if ((!mayCreate && !isRetried({ context })) || whyNoKeyStore(context) !== undefined) return undefined;
	const leg = [executionId, nodeOf(context).id, runIndexOf(context), park.parkedAt].join('/');
	const isFirst = await noteLeg(context, leg).catch((error: unknown) => {
		context.logger.warn(`A park could not be noted in the store of n8n: ${String(error)}`);
		return true;
	});
	if (isFirst) return undefined;
	const why = 'n8n has put the run back to an earlier state.';
	context.logger.warn(`An earlier try may have been taken. ${why}`);
	return { why, isAtWork: true };
}

/** The rows of the last legs that this process has noted, by workflow: older ones are removed. */
const noted = new Map<string, string[]>();
const MOST_LEGS = 500;

/** Notes a leg of an execution, and tells whether it was new: of all that note it one gets true. */
export async function noteLeg(context: IExecuteFunctions, leg: string): Promise<boolean> {
	const { id = '' } = context.getWorkflow();
	const rows = noted.get(id) ?? [];
	noted.set(id, rows);
	const row = `leg ${leg}`;
	if (!(await insertRow(context, row, Date.now()))) return false;
	rows.push(row);
	const oldest = rows.length > MOST_LEGS ? rows.shift() : undefined;
	// Whoever fails to remove it leaves a row of a few bytes.
	if (oldest !== undefined) await deleteRow(context, oldest).catch(() => undefined);
	return true;
}
