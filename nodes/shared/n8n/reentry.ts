import type { IExecuteFunctions } from 'n8n-workflow';
import { stackOf } from './storedExecution';

/* Re-entry. Tried on the server of n8n 2.41, on one machine and in queue mode (n8n.md: Re-entry). */

/**
 * Makes n8n store the execution, and run the node again on the same input, at a date or when its `webhook()` wakes the
 * execution up.
 */
export async function runAgainAt(context: IExecuteFunctions, date: Date): Promise<void> {
	const entry = context.getExecuteData();
	// n8n stores shared references as shared. Its changes to the entry must not reach the copy.
	const again = {
		...entry,
		node: { ...entry.node },
		// A retry with the saved workflow gives both entries one node, which n8n disables, and would pass the input through as
		// a success. Its second output, which is no list, ends that retry with an error.
		data: { ...entry.data, main: [entry.data.main?.[0] ?? [], null] },
		metadata: { ...entry.metadata, forwardAllOutputs: true },
		runIndex: runIndexOf(context),
	};
	stackOf(context)?.unshift(again);
	// Not [null]. The execution order v0 would wait for that input.
	entry.data = { main: [] };
	entry.node = { ...entry.node, alwaysOutputData: false };
	await context.putExecutionToWait(date);
}

/** The index of this run of the node, in a loop. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}
