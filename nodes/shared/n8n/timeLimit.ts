import type { IExecuteFunctions } from 'n8n-workflow';
import { asFields } from './storedExecution';

export type TimeLimit = ReturnType<typeof timeLimitOf>;

/**
 * When n8n cancels this execution (n8n.md: Time limit). n8n sets the time anew on each leg. A worker always has a
 * relay for answers that stream, and any other process only where something streams. Tried on 2.41; where n8n keeps
 * the limit elsewhere, there is none.
 */
export function timeLimitOf(context: IExecuteFunctions) {
	const data = asFields('additionalData' in context ? context.additionalData : undefined);
	const { executionTimeoutTimestamp: at, streamingEnabled } = data;
	const { sendChunk } = asFields(asFields(data.hooks).handlers);
	const relays = Array.isArray(sendChunk) && sendChunk.length > 0;
	return {
		/** When n8n cancels this leg, in milliseconds since the epoch; Infinity for never. */
		at: typeof at === 'number' ? at : Infinity,
		isPerLeg: relays && streamingEnabled !== true,
	};
}
