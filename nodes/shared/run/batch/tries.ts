import { nodeOf } from '../../n8n/node';
import type { Run } from '../item/runContext';
import type { Ledger } from './ledger';

/* n8n counts the tries of Retry on Fail anew whenever it wakes a parked run up: a job that always fails would be paid without end. */

/** The most that n8n allows. */
const MOST_TRIES = 5;

/** Counts a try of a run. */
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
