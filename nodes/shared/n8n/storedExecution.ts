import type { IContextObject, IExecuteFunctions, ILoadOptionsFunctions, INode } from 'n8n-workflow';

/* Tried on n8n 2.8 to 2.41 (n8n.md: Stored execution). */

export type Fields = Readonly<Record<string, unknown>>;

export function storedFields(context: object, ...path: string[]): Fields {
	const { runExecutionData }: { runExecutionData?: unknown } = context;
	return path.reduce((part, name) => asFields(part[name]), asFields(runExecutionData));
}

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

export const asFields = (value: unknown): Fields => (isFields(value) ? value : {});

export function stackOf(context: object): unknown[] | undefined {
	const { nodeExecutionStack: stack } = storedFields(context, 'executionData');
	return Array.isArray(stack) ? stack : undefined;
}

/** For a webhook, which has no `getContext('node')`. */
export const contextOf = (context: object, nodeName: string): unknown =>
	storedFields(context, 'executionData', 'contextData')[`node:${nodeName}`];

export function nodeContextOf(context: IExecuteFunctions): IContextObject {
	const { executionData } = storedFields(context);
	return isTool(context) && executionData === undefined ? {} : context.getContext('node');
}

type NodeContext = Pick<IExecuteFunctions, 'getNode'>;

const nodes = new WeakMap<NodeContext, INode>();

/** n8n copies the node, with all its parameters, at each call. */
export function nodeOf(context: NodeContext): INode {
	const known = nodes.get(context);
	if (known) return known;
	const node = context.getNode();
	nodes.set(context, node);
	return node;
}

export const isTool = (context: NodeContext): boolean => nodeOf(context).type.endsWith('Tool');

/** With its expressions unevaluated (n8n.md: Expressions in the credential). Tried on n8n 2.8 to 2.41. */
export async function rawCredential(
	context: Pick<ILoadOptionsFunctions, 'getNode' | 'getMode'>,
	type: string,
): Promise<Fields | undefined> {
	const data = 'additionalData' in context ? context.additionalData : undefined;
	const { credentialsHelper: helper } = asFields(data);
	const { getDecrypted } = asFields(helper);
	const node = context.getNode();
	const details = node.credentials?.[type];
	if (typeof getDecrypted !== 'function' || details === undefined) return undefined;
	// A policy of n8n's may allow a credential to some nodes only.
	const asked = [data, details, type, context.getMode?.(), { data: {}, node, source: null }, true];
	return asFields(await Reflect.apply(getDecrypted, helper, asked));
}
