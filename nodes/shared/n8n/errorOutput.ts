import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

/**
 * Leads failed items to the error output, if the node has one (n8n.md: Error output). n8n 2.0 to 2.34 look for an
 * `error` of the item itself, but drop the ids of an item that still has it later in the run. So it is not enumerable.
 * The copy that n8n makes for the error output does not have it.
 */
export function leadToErrorOutput(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const node = context.getNode();
	if (node.onError !== 'continueErrorOutput' || context.getExecuteData().source === null) return items;
	for (const item of items) {
		const { error, details, ...others } = item.json;
		const isFailed = details !== undefined && Object.keys(others).length === 0;
		if (!isFailed || typeof error !== 'string') continue;
		Object.defineProperty(item, 'error', { value: new NodeOperationError(node, error), enumerable: false });
	}
	return items;
}
