import { LoadOptionsContext } from 'n8n-core';
import type { INode, INodeListSearchResult } from 'n8n-workflow';
import { additionalDataOf, workflowOf, type Instance } from './run';

/** Calls a list search method of a node type, with the text typed into the dropdown. */
export async function searchList(
	instance: Instance,
	node: INode,
	method: string,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { nodeTypes } = instance;
	const search = nodeTypes.getByNameAndVersion(node.type, node.typeVersion).methods?.listSearch?.[method];
	if (search === undefined) throw new Error(`${node.type} has no list search ${method}`);
	const workflow = workflowOf(instance, {}, [node]);
	const additionalData = additionalDataOf(instance, '1');
	additionalData.currentNodeParameters = node.parameters;
	const context = new LoadOptionsContext(workflow, node, additionalData, '');
	return await search.call(context, filter);
}
