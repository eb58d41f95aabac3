import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import { isTool } from './node';

/*
 * What n8n stores of an execution: the contexts that n8n hands to a node hold it, but none of their types do. Tried on
 * n8n 1.123 to 2.41; in an n8n that keeps it elsewhere nothing is found (n8n.md: Stored execution).
 */

export type Fields = Readonly<Record<string, unknown>>;

/** A part of what is stored, by the names that lead to it: no fields where it is not there. */
export function storedFields(context: object, ...path: string[]): Fields {
	const { runExecutionData }: { runExecutionData?: unknown } = context;
	return path.reduce((part, name) => asFields(part[name]), asFields(runExecutionData));
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The fields of what may be an object. */
export const asFields = (value: unknown): Fields => (isFields(value) ? value : {});

/** The stack of what the execution runs next: n8n's own object, so changes take effect. */
export function stackOf(context: object): unknown[] | undefined {
	const { nodeExecutionStack: stack } = storedFields(context, 'executionData');
	return Array.isArray(stack) ? stack : undefined;
}

/** A node's own context (`getContext('node')`), for a webhook, which has no such function. */
export function contextOf(context: object, nodeName: string): unknown {
	return storedFields(context, 'executionData', 'contextData')[`node:${nodeName}`];
}

/**
 * What n8n stores for the node that runs. A tool of n8n Agents or of an MCP trigger has no execution, and n8n throws then:
 * what such a tool keeps is forgotten after its run.
 */
export function nodeContextOf(context: IExecuteFunctions): IContextObject {
	const { executionData } = storedFields(context);
	return isTool(context) && executionData === undefined ? {} : context.getContext('node');
}
