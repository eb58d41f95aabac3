import type { IExecuteFunctions, INodeTypeDescription } from 'n8n-workflow';
import { runIndexOf } from './executionFacts';
import { asFields, stackOf } from './storedExecution';

/* Re-entry. Tried on the server of n8n 2.41, on one machine and in queue mode (n8n.md: Re-entry). */

/** Makes n8n store the execution and run the node on the same input again, at a date or at a call. */
export async function runAgainAt(context: IExecuteFunctions, runIndex: number, date: Date): Promise<void> {
	const entry = context.getExecuteData();
	const [items = []] = entry.data.main ?? [];
	// n8n stores shared references as shared. Its changes to the entry must not reach the copies.
	const copy = () => ({
		...{ ...entry, node: { ...entry.node }, runIndex },
		// In a retry with the saved workflow all entries share a node, which n8n disables. A disabled node passes all
		// its inputs on, and n8n ends the execution with an error at an output that is null.
		...{ data: { ...entry.data, main: [items, [], null] } },
		metadata: { ...entry.metadata, forwardAllOutputs: true },
	});
	// The second copy is for a retry after that error.
	stackOf(context)?.unshift(copy(), copy());
	// Not [null]. The execution order v0 would wait for that input.
	entry.data = { main: [] };
	entry.node = { ...entry.node, alwaysOutputData: false };
	await context.putExecutionToWait(date);
}

export function enterAgain(context: IExecuteFunctions): void {
	const entry = context.getExecuteData();
	if (entry.metadata?.forwardAllOutputs !== true) return;
	const stack = stackOf(context);
	const { node, runIndex } = asFields(stack?.[0]);
	if (asFields(node).name === entry.node.name && runIndex === runIndexOf(context)) stack?.shift();
	entry.data = { ...entry.data, main: (entry.data.main ?? []).slice(0, 1) };
	entry.metadata = { ...entry.metadata, forwardAllOutputs: undefined };
}

/** Not the node's ID, which may be any text: n8n finds the node by the execution. */
const PATH = 'media-generation';

/** Tried on n8n 2.41 (n8n.md: Resume address). */
export const resumeWebhook = {
	webhooks: [
		{
			name: 'default',
			httpMethod: 'POST',
			path: PATH,
			responseMode: 'onReceived',
			responseData: '',
			restartWebhook: true,
			isFullPath: true,
		},
	],
	waitingNodeTooltip:
		"={{ $parameter.waitOptions?.waitMethod === 'callback' ? 'Waiting for the service to call when the jobs of this node are done' : 'Waiting until the jobs of this node are done: n8n looks at them from time to time' }}",
} satisfies Partial<INodeTypeDescription>;

/** The address that wakes this execution up, with n8n's query (its token, since 2.14); undefined when there is none. */
export function resumeUrlOf(context: IExecuteFunctions): string | undefined {
	const given: unknown = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	if (typeof given !== 'string' || !URL.canParse(given)) return undefined;
	const url = new URL(given);
	url.pathname = `${url.pathname.replace(/\/{1,20}$/, '')}/${PATH}`;
	return url.toString();
}
