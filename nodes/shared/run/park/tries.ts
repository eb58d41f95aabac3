import { whyNoKeyStore } from '../../n8n/deduplication';
import { nodeOf } from '../../n8n/node';
import { runIndexOf } from '../../n8n/reentry';
import type { Run } from '../item/runContext';
import { noteInStore } from '../keys/store';
import type { Ledger, Park } from './ledger';

/** The most that n8n allows. */
const MOST_TRIES = 5;

/**
 * Counts a try of a run. n8n counts the tries of Retry on Fail anew whenever it wakes a parked run up: a job that always
 * fails would be paid without end.
 */
export function countTry({ context }: Run, ledger: Ledger): void {
	const executionId = context.getExecutionId();
	ledger.change({ tries: { executionId, count: triesOf(ledger, executionId) + 1 } });
}

/** Whether Retry on Fail has had all its tries, those that were counted. */
export function areTriesUsedUp({ context }: Run, ledger: Ledger): boolean {
	const { retryOnFail, maxTries } = nodeOf(context);
	if (retryOnFail !== true) return false;
	// As n8n reads the setting.
	return triesOf(ledger, context.getExecutionId()) > Math.min(MOST_TRIES, Math.max(2, maxTries || 3));
}

/** Ends the tries of a run: another course of it may have made its failed jobs again. */
export function useUpTries({ context }: Run, ledger: Ledger): void {
	ledger.change({ tries: { executionId: context.getExecutionId(), count: MOST_TRIES } });
}

function triesOf({ run: { tries } }: Ledger, executionId: string): number {
	// A tool of n8n Agents has no execution.
	return tries !== undefined && tries.executionId === executionId ? tries.count : 0;
}

/** Whether another try may make jobs again that failed. */
export function isRetried({ context }: Pick<Run, 'context'>): boolean {
	return nodeOf(context).retryOnFail === true;
}

/** Why jobs that are planned may have been created by another leg. */
interface Doubt {
	message: string;
	/** Whether that goes for every one, and not only for those that the next leg was to create. */
	isAnyLater: boolean;
}

/**
 * Finds out whether another leg may have gone on from this park. n8n may put a run back: a slow call writes what it read
 * before another call woke the run up (n8n.md: Re-entry). So a leg notes in n8n's store from which park it goes on. Nor
 * is it known what a leg had created that was killed.
 * @param mayCreate whether jobs are planned that no key guards
 */
export async function whyInDoubt(
	{ context }: Run,
	park: Park,
	mayCreate: boolean,
): Promise<Doubt | undefined> {
	const executionId = context.getExecutionId();
	if (park.executionId !== executionId) {
		return { message: 'n8n ended while its create may have been under way.', isAnyLater: false };
	}
	if ((!mayCreate && !isRetried({ context })) || whyNoKeyStore(context) !== undefined) return undefined;
	const leg = [executionId, nodeOf(context).id, runIndexOf(context), park.parkedAt].join('/');
	const isFirst = await noteInStore(context, leg).catch((error: unknown) => {
		context.logger.warn(`A park could not be noted in the store of n8n: ${String(error)}`);
		return true;
	});
	if (isFirst) return undefined;
	const message = 'n8n has put the run back to an earlier state.';
	context.logger.warn(`An earlier try may have been taken. ${message}`);
	return { message, isAnyLater: true };
}
