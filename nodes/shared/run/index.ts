import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import type { Resource } from '../operation/types';

/* What the nodes call. Its code is loaded at the first call: to show a node, n8n needs only its description. */

export async function runNode(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const { runNode: run } = await import('./run');
	return await run(context, resources);
}

/** What a node does when the address of its parked run is called. */
export async function wakeUp(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { wakeUp: decide } = await import('../waits/wakeUp');
	return await decide(context);
}
