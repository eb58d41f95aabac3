/*
 * What n8n stores of an execution: the contexts that n8n hands to a node hold it, but none of their types do. Tried on
 * n8n 1.123 to 2.41; in an n8n that keeps it elsewhere nothing is found (n8n.md: Stored execution).
 */

type Fields = Readonly<Record<string, unknown>>;

function executionOf(context: object): Fields | undefined {
	const { runExecutionData }: { runExecutionData?: unknown } = context;
	const data = isFields(runExecutionData) ? runExecutionData.executionData : undefined;
	return isFields(data) ? data : undefined;
}

/** The stack of what the execution runs next: n8n's own object, so changes take effect. */
export function stackOf(context: object): unknown[] | undefined {
	const stack = executionOf(context)?.nodeExecutionStack;
	return Array.isArray(stack) ? stack : undefined;
}

/** A node's own context (`getContext('node')`), for a webhook, which has no such function. */
export function contextOf(context: object, nodeName: string): unknown {
	const contexts = executionOf(context)?.contextData;
	return isFields(contexts) ? contexts[`node:${nodeName}`] : undefined;
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null;
}
