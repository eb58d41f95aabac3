import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { runCalls } from './runCalls';
import { openRun, throwIfStopped, type Run } from './runContext';
import { runCreates } from './runCreates';
import { runReads } from './runReads';
import type { Operation, Resource } from './types';

/** Runs a node: all its items, with the operation that the node is set to. */
export async function runNode(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = chosen(context, resources);
	const run = openRun(context);
	try {
		return [await runOperation(run, operation)];
	} finally {
		await run.end();
	}
}

async function runOperation(run: Run, operation: Operation): Promise<INodeExecutionData[]> {
	// n8n runs a node again after a Stop, where it is set to Retry on Fail: nothing is to be paid then.
	throwIfStopped(run);
	if (run.items.length === 0) return [];
	if (operation.type === 'create') return await runCreates(run, operation);
	if (operation.type === 'read') return await runReads(run, operation);
	return await runCalls(run, operation);
}

function chosen(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource: unknown = context.getNodeParameter('resource', 0);
	const operation: unknown = context.getNodeParameter('operation', 0);
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (found) return found;
	throw new NodeOperationError(
		context.getNode(),
		`This node has no operation ${String(operation)} of the resource ${String(resource)}`,
		{
			description:
				'For a custom API call use the HTTP Request node: under Authentication choose Predefined Credential Type, then Media Generation API.',
		},
	);
}
