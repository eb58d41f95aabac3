import type { IExecuteFunctions } from 'n8n-workflow';
import { asFields } from './storedExecution';

export type TimeLimit = ReturnType<typeof timeLimitOf>;

/**
 * A worker always has a relay for answers that stream, any other process only where something streams. Tried on 2.41
 * (n8n.md: Time limit).
 */
export function timeLimitOf(context: IExecuteFunctions) {
	const data = asFields('additionalData' in context ? context.additionalData : undefined);
	const { executionTimeoutTimestamp: at, streamingEnabled } = data;
	const { sendChunk } = asFields(asFields(data.hooks).handlers);
	const relays = Array.isArray(sendChunk) && sendChunk.length > 0;
	return {
		/** In milliseconds since the epoch. */
		at: typeof at === 'number' ? at : Infinity,
		isPerLeg: relays && streamingEnabled !== true,
	};
}
