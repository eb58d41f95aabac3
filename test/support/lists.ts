import { LoadOptionsContext } from 'n8n-core';
import { Workflow, type INode, type INodeListSearchResult, type INodePropertyOptions } from 'n8n-workflow';
import { additionalDataOf, type Instance } from './run';

/** Opens a dropdown of a node as the editor does. */
export function loadOptionsContext(instance: Instance, node: INode): LoadOptionsContext {
	const { nodeTypes } = instance;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = additionalDataOf(instance, '1');
	additionalData.currentNodeParameters = node.parameters;
	return new LoadOptionsContext(workflow, node, additionalData, '');
}

/** Calls a list search method of a node type, with what was typed into the dropdown and the page it stands at. */
export async function searchList(
	instance: Instance,
	node: INode,
	method: string,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { methods } = instance.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const search = methods?.listSearch?.[method];
	if (search === undefined) throw new Error(`${node.type} has no list search ${method}`);
	return await search.call(loadOptionsContext(instance, node), filter, paginationToken);
}

/** Calls a load options method of a node type. */
export async function loadOptions(
	instance: Instance,
	node: INode,
	method: string,
): Promise<INodePropertyOptions[]> {
	const { methods } = instance.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const load = methods?.loadOptions?.[method];
	if (load === undefined) throw new Error(`${node.type} has no load options ${method}`);
	return await load.call(loadOptionsContext(instance, node));
}
