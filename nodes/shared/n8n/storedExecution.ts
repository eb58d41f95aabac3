import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import { isTool } from './node';

/* Tried on n8n 2.8 to 2.41 (n8n.md: Stored execution). */

export type Fields = Readonly<Record<string, unknown>>;

export function storedFields(context: object, ...path: string[]): Fields {
	const { runExecutionData }: { runExecutionData?: unknown } = context;
	return path.reduce((part, name) => asFields(part[name]), asFields(runExecutionData));
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

export const asFields = (value: unknown): Fields => (isFields(value) ? value : {});

export function stackOf(context: object): unknown[] | undefined {
	const { nodeExecutionStack: stack } = storedFields(context, 'executionData');
	return Array.isArray(stack) ? stack : undefined;
}

/** For a webhook, which has no `getContext('node')`. */
export function contextOf(context: object, nodeName: string): unknown {
	return storedFields(context, 'executionData', 'contextData')[`node:${nodeName}`];
}

export function nodeContextOf(context: IExecuteFunctions): IContextObject {
	const { executionData } = storedFields(context);
	return isTool(context) && executionData === undefined ? {} : context.getContext('node');
}
