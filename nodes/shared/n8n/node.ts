import type { IExecuteFunctions, INode } from 'n8n-workflow';

type NodeContext = Pick<IExecuteFunctions, 'getNode'>;

const nodes = new WeakMap<NodeContext, INode>();

/** The node as the workflow has it, read once for a run. n8n copies it at each call (n8n.md: The node). */
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
