import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Resource } from '../operation/types';

/**
 * Runs a node: all its items, with the operation that the node is set to. What runs them is loaded when a node first
 * runs: to show a node, n8n needs no more than its description.
 */
export async function runNode(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const { runNode: run } = await import('./run');
	return await run(context, resources);
}
