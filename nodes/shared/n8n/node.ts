import type { IExecuteFunctions, INode } from 'n8n-workflow';

type NodeContext = Pick<IExecuteFunctions, 'getNode'>;

const nodes = new WeakMap<NodeContext, INode>();

/** The node as the workflow has it, read once for a run: n8n copies it at each call (n8n.md: The node). */
export function nodeOf(context: NodeContext): INode {
	const known = nodes.get(context);
	if (known) return known;
	const node = context.getNode();
	nodes.set(context, node);
	return node;
}

/**
 * Whether an expression fills in a parameter, as it does where an agent may: n8n stores a value that is the default like
 * one that was never touched, but keeps an expression (n8n.md: The node).
 */
export function isByExpression(context: NodeContext, name: string): boolean {
	const { [name]: stored } = nodeOf(context).parameters;
	return typeof stored === 'string' && stored.startsWith('=');
}

/** Whether a node runs as a tool of an agent: n8n gives the tool its own type, that of the node with the suffix `Tool`. */
export function isTool(context: NodeContext): boolean {
	return nodeOf(context).type.endsWith('Tool');
}
