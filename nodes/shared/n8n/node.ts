import type { IExecuteFunctions, INode } from 'n8n-workflow';

type NodeContext = Pick<IExecuteFunctions, 'getNode'>;

const nodes = new WeakMap<NodeContext, INode>();

/** n8n copies the node at each call (n8n.md: The node). */
export function nodeOf(context: NodeContext): INode {
	const known = nodes.get(context);
	if (known) return known;
	const node = context.getNode();
	nodes.set(context, node);
	return node;
}

export function isTool(context: NodeContext): boolean {
	return nodeOf(context).type.endsWith('Tool');
}
