import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { isFields, nodeOf, type Fields } from './storedExecution';

/** n8n 2.0 to 2.34 look for an `error` of the item, and drop the IDs if they find it later (n8n.md: Error output). */
export function leadToErrorOutput(context: IExecuteFunctions, item: INodeExecutionData): INodeExecutionData {
	const node = nodeOf(context);
	if (node.onError !== 'continueErrorOutput' || context.getExecuteData().source === null) return item;
	const value = new NodeOperationError(node, typeof item.json.error === 'string' ? item.json.error : '');
	return Object.defineProperty(item, 'error', { value, enumerable: false });
}

/** An MCP client gets only the message of an error, and only if the tool throws (n8n.md: Who calls a tool). */
export function throwForMcp(context: IExecuteFunctions, items: readonly INodeExecutionData[]): void {
	const { error, details } = items[0]?.json ?? {};
	if (typeof error !== 'string' || details === undefined || items.length > 1) return;
	const thrown = new NodeOperationError(context.getNode(), error);
	// n8n replaces a message that contains a network code.
	thrown.message = `${error}\n\n${JSON.stringify(details)}`;
	throw thrown;
}

export const DATABASE_IS_AWAY = "n8n's database can't be used";

export function causesOf(thrown: unknown): Fields[] {
	const causes: Fields[] = [];
	for (let error = thrown; isFields(error) && causes.length < 6; error = error.cause) causes.push(error);
	return causes;
}

const isFinal = ({ name, level }: Fields) => name === 'NodeOperationError' || level === 'info';

/** Errors of n8n's database, which may pass, have neither the name nor the level. Read in n8n 2.41 (n8n.md: Errors). */
export const isRefusedByN8n = (thrown: unknown) => causesOf(thrown).some(isFinal);

/** n8n's own errors have a level, those of its database have none, and n8n's HTTP helper wraps both. Read in 2.41. */
export function isOfDatabase(thrown: unknown): boolean {
	const inner = causesOf(thrown).filter(({ name }) => name !== 'NodeApiError');
	const isOfN8n = (each: Fields) => isFinal(each) || each.level !== undefined || each.name === 'TypeError';
	return inner.length > 0 && !inner.some(isOfN8n);
}
