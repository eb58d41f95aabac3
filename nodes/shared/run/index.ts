import type { INodeType } from 'n8n-workflow';
import type { Resource } from '../operation/defineOperation';
import { wakeUp } from '../waiting/wakeUp';
import { runNode } from './run';

/** Makes the `execute()` of a node, which runs all items with the operation that the node is set to. */
export function runs(resources: readonly Resource[]): INodeType['execute'] {
	return async function () {
		return await runNode(this, resources);
	};
}

/** The `webhook()` of a node, which n8n calls while an execution is suspended. */
export const wakeUpWebhook: INodeType['webhook'] = async function () {
	return await wakeUp(this);
};
