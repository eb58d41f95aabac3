import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * When n8n cancels this execution, in milliseconds since the epoch: by the time-out of the workflow, or by that of the
 * whole n8n. It keeps running while an execution waits. Infinity for never, and when n8n keeps it elsewhere (tried:
 * 1.123 to 2.41; n8n.md: Time limit).
 */
export function cancelledAt(context: IExecuteFunctions): number {
	const data: unknown = 'additionalData' in context ? context.additionalData : undefined;
	if (typeof data !== 'object' || data === null || !('executionTimeoutTimestamp' in data)) return Infinity;
	const { executionTimeoutTimestamp: at } = data;
	return typeof at === 'number' ? at : Infinity;
}
