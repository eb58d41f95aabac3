import type { IExecuteFunctions } from 'n8n-workflow';
import { stackOf } from './storedExecution';

/*
 * Re-entry: a node waits durably, and is run again, by n8n itself, when it wakes up. n8n disables the entry on top of its
 * stack then, which without data puts nothing out, and goes on with the next one: so the node leaves a copy of its own
 * entry below. Tried on the servers of n8n 1.123.81 and 2.41.1, on one machine and in queue mode, and on the engines that
 * `npm run test:all -- versions` names (n8n.md: Re-entry).
 */

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
