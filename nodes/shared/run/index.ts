import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { leadToErrorOutput, plainText } from '../n8n/errors';
import { isTool } from '../n8n/storedExecution';
import { withJobType } from '../operation/customJob';
import { itemsAtDoor } from '../operation/failure';
import { quoted } from '../operation/parameters/messages';
import type { Operation, Resource } from '../operation/defineOperation';
import { Failure, asError } from '../service/failure';
import { isObject } from '../service/values';
import { requireOneAccount } from '../transport/account';
import { runCreates } from './creates';
import { runCalls, runReads } from './reads';
import { Run, throwIfStopped } from './runContext';

/** Makes the `execute()` of a node, which runs all items with the operation that the node is set to. */
export function runs(resources: readonly Resource[]): INodeType['execute'] {
	return async function () {
		return await runNode(this, resources);
	};
}

/** n8n calls it while an execution is suspended. */
export { wakeUpWebhook } from '../waiting/wakeUp';

export async function runNode(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const items = await itemsAtDoor(context, async () => {
		const run = new Run(context);
		const operation = chosen(context, resources);
		const ended = await runOperation(run, operation).catch(asError);
		const left = (await run.end()).map(plainText);
		if (ended instanceof Error) {
			// n8n shows no hint of a node that throws.
			if (ended instanceof NodeOperationError && left.length > 0) {
				ended.description = [ended.description, ...left].filter(Boolean).join('\n\n');
			}
			throw ended;
		}
		// A tool shows no hints.
		if (isTool(context) && left.length > 0) for (const { json } of ended) warn(json, left);
		return ended;
	});
	return [leadToErrorOutput(context, items)];
}

function warn(json: IDataObject, sentences: readonly string[]): void {
	const shown = isObject(json.details) ? json.details : json;
	shown.warning = sentences.join(' ');
}

async function runOperation(run: Run, operation: Operation): Promise<INodeExecutionData[]> {
	// After a Stop n8n still runs a node again that is set to Retry on Fail. Nothing must be paid then.
	throwIfStopped(run);
	if (run.items.length === 0) return [];
	await requireOneAccount(run.context);
	if (operation.type === 'create') return await runCreates(run, operation);
	return operation.type === 'read' ? await runReads(run, operation) : await runCalls(run, operation);
}

/** n8n adds this choice to each list of operations. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

function chosen(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource: unknown = context.getNodeParameter('resource', 0, '');
	const operation: unknown = context.getNodeParameter('operation', 0, '');
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (found) return withJobType(found, context.getNodeParameter('jobType', 0, ''));
	const description =
		'For a request that no operation covers, choose the resource Custom Job. For a read, use the HTTP Request node with Authentication › Predefined Credential Type › Media Generation API.';
	const isCustom = [resource, operation].includes(CUSTOM_API_CALL);
	const isKnown = resources.some(({ value }) => value === resource);
	const [field, given] = isKnown || isCustom ? ['Operation', operation] : ['Resource', resource];
	const name = isCustom ? 'Custom API Call' : quoted(given);
	const details = { description, field, submitted: 'no' } as const;
	throw new Failure(`${field} is ${name}, which this node does not have`, details);
}
