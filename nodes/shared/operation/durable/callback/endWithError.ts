import type { IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../../../service/values';
import { nodeError } from '../../failure';
import type { Outputs } from '../outputs';
import { storedExecution } from './storedExecution';

/**
 * Has n8n end the node with an error when it goes on: in the way in which n8n itself hands a failed sub-execution to
 * the node that waits for it. An n8n that does not know it yet goes on with the items, the failed ones among them as
 * `{ error, details }`.
 */
export function endWithError(context: IWebhookFunctions, failed: NonNullable<Outputs['failure']>): void {
	const entry = waitingEntry(context);
	if (entry === undefined) return;
	const error = nodeError(context.getNode(), failed.failure, failed.item, failed.jobs);
	const { name, message, description, timestamp, node, messages } = error;
	const resumeError = { name, message, description, timestamp, node, messages, context: error.context };
	entry.metadata = { ...(isObject(entry.metadata) ? entry.metadata : {}), resumeError };
}

/** The entry of the execution's stack that waits: n8n has it in the context, and offers no other way to it. */
function waitingEntry(context: IWebhookFunctions): Record<string, unknown> | undefined {
	const stack = storedExecution(context)?.nodeExecutionStack;
	const first: unknown = Array.isArray(stack) ? stack[0] : undefined;
	return isObject(first) ? first : undefined;
}
