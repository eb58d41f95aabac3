import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import type { Resource } from '../operation/defineOperation';

/** The description of a node does not need these modules, so the first run loads them. */
declare function require(path: './run'): typeof import('./run');
declare function require(path: '../waiting/wakeUp'): typeof import('../waiting/wakeUp');

/** Makes the `execute()` of a node, which runs all items with the operation that the node is set to. */
export function runs(resources: readonly Resource[]): INodeType['execute'] {
	return async function (this: IExecuteFunctions) {
		const { runNode } = require('./run');
		return await runNode(this, resources);
	};
}

/** The `webhook()` of a node, which n8n calls while an execution is suspended. */
export const wakeUpWebhook: INodeType['webhook'] = async function () {
	const { wakeUp: decide } = require('../waiting/wakeUp');
	return await decide(this);
};
