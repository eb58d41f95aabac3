import type { IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../../../service/values';

/**
 * What n8n has stored of the execution that a call wakes up: its stack, and the contexts of its nodes. n8n has it in
 * the context of the call, and offers no other way to it but expressions, which take all that they name through a
 * sandbox: for an execution of a hundred items that was a third of what a call cost. Undefined in an n8n that keeps it
 * elsewhere.
 */
export function storedExecution(context: IWebhookFunctions): Record<string, unknown> | undefined {
	const data: unknown = 'runExecutionData' in context ? context.runExecutionData : undefined;
	const execution = isObject(data) ? data.executionData : undefined;
	return isObject(execution) ? execution : undefined;
}

/** The context that the woken node left when it was suspended; undefined when there is none to be found. */
export function storedContext(context: IWebhookFunctions): unknown {
	const contexts = storedExecution(context)?.contextData;
	return isObject(contexts) ? contexts[`node:${context.getNode().name}`] : undefined;
}
