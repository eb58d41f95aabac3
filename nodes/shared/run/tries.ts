import { nodeOf } from '../n8n/node';
import { runIndexOf } from '../n8n/reentry';
import { isObject } from '../service/values';
import type { Run } from './runContext';

/** Where the node keeps how often each of its runs was begun. */
const PLACE = 'tries';
/** The most that n8n allows. */
const MOST_TRIES = 5;

/**
 * Counts a try of a run, and tells whether Retry on Fail has had all its tries. n8n counts them anew whenever it wakes a
 * parked run up: a job that always fails would be paid without end.
 */
export function areTriesUsedUp({ context }: Pick<Run, 'context'>): boolean {
	const { retryOnFail, maxTries } = nodeOf(context);
	if (retryOnFail !== true) return false;
	const before = keptIn(context)[runIndexOf(context)];
	const isSame = isObject(before) && before.executionId === context.getExecutionId();
	const count = (isSame ? Number(before.count) : 0) + 1;
	note(context, count);
	// As n8n reads the setting.
	return count > Math.min(MOST_TRIES, Math.max(2, maxTries || 3));
}

/** Ends the tries of a run: another course of it may have made its failed jobs again. */
export function useUpTries({ context }: Pick<Run, 'context'>): void {
	if (nodeOf(context).retryOnFail === true) note(context, MOST_TRIES);
}

function keptIn(context: Run['context']): Record<string, unknown> {
	const kept: unknown = context.getContext('node')[PLACE];
	return isObject(kept) ? kept : {};
}

function note(context: Run['context'], count: number): void {
	const tries = { executionId: context.getExecutionId(), count };
	context.getContext('node')[PLACE] = { ...keptIn(context), [runIndexOf(context)]: tries };
}
