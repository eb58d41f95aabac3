import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

/**
 * n8n 2.0 to 2.34 look for an `error` of the item, but drop the IDs of an item that still has it later. So it is not
 * enumerable (n8n.md: Error output).
 */
export function leadToErrorOutput(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const node = context.getNode();
	if (node.onError !== 'continueErrorOutput' || context.getExecuteData().source === null) return items;
	for (const item of items) {
		const { error, details, ...others } = item.json;
		const isFailed = details !== undefined && Object.keys(others).every((name) => name === 'input');
		if (!isFailed || typeof error !== 'string') continue;
		Object.defineProperty(item, 'error', { value: new NodeOperationError(node, error), enumerable: false });
	}
	return items;
}
