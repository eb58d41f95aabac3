import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { leadToErrorOutput } from '../n8n/errorOutput';
import { plainText } from '../n8n/plainText';
import { withJobType } from '../operation/customJob';
import type { Operation, Resource } from '../operation/types';
import { asError } from '../service/failure';
import { runCalls } from './calls';
import { runCreates } from './creates';
import { runReads } from './reads';
import { findOtherAccounts } from './accounts';
import { Run, throwIfStopped } from './runContext';

/** Runs a node for all its items. */
export async function runNode(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = chosen(context, resources);
	const run = new Run(context, resources);
	const items = await runOperation(run, operation).catch(async (error: unknown) => {
		const left = await run.end();
		// n8n shows no hint of a node that throws.
		if (error instanceof NodeOperationError && left.length > 0) {
			error.description = [error.description, ...left.map(plainText)].filter(Boolean).join('\n\n');
		}
		throw asError(error);
	});
	await run.end();
	return [leadToErrorOutput(context, items)];
}

async function runOperation(run: Run, operation: Operation): Promise<INodeExecutionData[]> {
	// After a Stop n8n still runs a node again that is set to Retry on Fail. Nothing must be paid then.
	throwIfStopped(run);
	await findOtherAccounts(run);
	if (run.items.length === 0) return [];
	switch (operation.type) {
		case 'create':
			return await runCreates(run, operation);
		case 'read':
			return await runReads(run, operation);
		case 'call':
			return await runCalls(run, operation);
	}
}

function chosen(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource: unknown = context.getNodeParameter('resource', 0, '');
	const operation: unknown = context.getNodeParameter('operation', 0, '');
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (found) return withJobType(found, context.getNodeParameter('jobType', 0, ''));
	// n8n adds an entry of its own to the choices on the screen: Custom API Call.
	throw new NodeOperationError(
		context.getNode(),
		'This node has no such operation, and makes no custom API calls',
		{
			description:
				'Choose a resource and one of its operations. For an API call of your own use the HTTP Request node: under Authentication choose Predefined Credential Type, then Media Generation API.',
		},
	);
}
