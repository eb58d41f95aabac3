import type { IExecuteFunctions } from 'n8n-workflow';
import { asFields } from './storedExecution';

/** The time limit of an execution: that of the workflow, or of the whole n8n. */
export type TimeLimit = ReturnType<typeof timeLimitOf>;

/**
 * When n8n cancels this execution (n8n.md: Time limit). n8n sets the time anew on each leg. In one process its timer
 * counts from the beginning of the first leg all the same, if time woke the run up. A worker always has a relay for answers
 * that stream, and any other process only where something streams: that tells the two apart. Tried on 1.123.81 and 2.41.1;
 * where n8n keeps the limit elsewhere, there is none.
 */
export function timeLimitOf(context: IExecuteFunctions) {
	const data = asFields('additionalData' in context ? context.additionalData : undefined);
	const { executionTimeoutTimestamp: at, streamingEnabled } = data;
	const { sendChunk } = asFields(asFields(data.hooks).handlers);
	const relays = Array.isArray(sendChunk) && sendChunk.length > 0;
	return {
		/** When n8n cancels this leg, in milliseconds since the epoch; Infinity for never. */
		at: typeof at === 'number' ? at : Infinity,
		/** Whether a leg that is woken up by time has a limit of its own, as on a worker of queue mode. */
		isPerLeg: relays && streamingEnabled !== true,
	};
}
