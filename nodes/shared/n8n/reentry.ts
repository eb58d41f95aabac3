import * as n8nWorkflow from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';
import { isTool } from './node';
import { stackOf } from './stored';

/*
 * Re-entry: a node waits durably, and is run again, by n8n itself, when it wakes up. n8n disables the entry on top of its
 * stack then, which without data puts nothing out, and goes on with the next one: so the node leaves a copy of its own
 * entry below. Tried on the servers of n8n 1.123.81 and 2.41.1, on one machine and in queue mode, and on the engines that
 * `npm run test:all -- versions` names (n8n.md: Re-entry).
 */

/** The name that n8n gives a workflow that was never saved. */
const NOT_SAVED = '__EMPTY__';

/** Modes in which nobody wakes an execution up: from the command line, and for an evaluation. */
const NOBODY_WAKES: ReadonlySet<string> = new Set(['cli', 'evaluation', 'internal']);

/** Why a node can't wait durably here, as the end of a sentence; undefined where it can. */
export function whyNoReentry(context: IExecuteFunctions): string | undefined {
	if (isTool(context)) return 'an agent waits for the answer of its tool';
	if (stackOf(context) === undefined) return 'this version of n8n does not run a node again after a wait';
	const { id: workflowId } = context.getWorkflow();
	if (![workflowId, context.getExecutionId()].every(isSaved)) {
		return 'n8n stores no execution of a workflow that was not saved';
	}
	const mode = context.getMode();
	if (NOBODY_WAKES.has(mode)) return `nobody wakes up an execution of the mode "${mode}"`;
	if (mode === 'integrated' && mayGoOnAlone(context)) {
		return 'before n8n 2.41 it is uncertain whether the calling workflow waits for this one';
	}
	return undefined;
}

/** Whether n8n has saved the workflow or execution with this id. */
export function isSaved(id: unknown): boolean {
	return typeof id === 'string' && id !== '' && id !== NOT_SAVED;
}

/**
 * Whether the caller of a called workflow may go on at once, with the data from before the wait. Recognised by a constant
 * that came with n8n 2.41, and by what the contexts of n8n 1 lack: npm may have installed a newer n8n-workflow beside this
 * package than n8n's own.
 */
function mayGoOnAlone(context: IExecuteFunctions): boolean {
	return !('WAIT_FOR_SUB_EXECUTION' in n8nWorkflow) || !('customData' in context);
}

/**
 * Makes n8n store the execution, and run the node again on the same input, at a date or when its `webhook()` wakes the
 * execution up. The node leaves what it will need in `getContext('node')`, and has to put out nothing now.
 * @param date at least 65 seconds from now: n8n checks once a minute what is due, and is late with shorter waits
 */
export async function runAgainAt(context: IExecuteFunctions, date: Date): Promise<void> {
	const entry = context.getExecuteData();
	// n8n stores shared references as shared: its changes to the entry must not reach the copy.
	const again = { ...entry, node: { ...entry.node }, data: { ...entry.data }, runIndex: runIndexOf(context) };
	stackOf(context)?.unshift(again);
	// Not [null]: the execution order v0 would wait for that input.
	entry.data = { main: [] };
	entry.node = { ...entry.node, alwaysOutputData: false };
	await context.putExecutionToWait(date);
}

/** The index of this run of the node, in a loop. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}
