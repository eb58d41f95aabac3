import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../../service/values';

/*
 * What a suspended run of a node leaves behind: n8n keeps it with the execution, over restarts. It holds all that is
 * needed to finish, as a run that goes on has neither its items nor its parameters.
 */

const PLACE = 'suspended';

type Item = Pick<INodeExecutionData, 'json' | 'binary'>;
const fields = z.custom<IDataObject>(isObject);
const item = z.custom<Item>((value) => isObject(value) && isObject(value.json));

const entrySchema = z.object({
	/** Index of the input item. */
	item: z.number(),
	/** Its output, when that is known already. */
	done: item.optional(),
	/** Its job, when that is not final yet. */
	job: z
		.object({
			id: z.string(),
			jobId: z.string().optional(),
			status: z.string(),
			submittedAt: z.number(),
			reference: z.string().optional(),
			/** Parameters of its item, which an expression may have given each its own. */
			downloadResult: z.boolean(),
			binaryPropertyName: z.string(),
			simplify: z.boolean(),
		})
		.optional(),
	/** The input item's fields, where they are to stand beside the result's. */
	otherFields: fields.optional(),
});
export type SuspendedEntry = z.output<typeof entrySchema>;

export const stateSchema = z.object({
	kind: z.enum(['faceSwap', 'image', 'video', 'avatar', 'audio', 'liveAvatarSession']),
	/** Whether a failed item ends the node. */
	stopOnFailure: z.boolean(),
	/** Minutes. */
	timeout: z.number(),
	/** The address that the service calls. */
	wakeUp: z.string().optional(),
	entries: z.array(entrySchema),
});
export type SuspendedState = z.output<typeof stateSchema>;

/** Leaves the state of a run in the node's context. */
export function leaveState(context: Record<string, unknown>, state: SuspendedState): void {
	context[PLACE] = state;
}

/** The state that a run left, from the node's context; undefined when there is none. */
export function findState(context: unknown): SuspendedState | undefined {
	if (!isObject(context)) return undefined;
	const parsed = stateSchema.safeParse(context[PLACE]);
	return parsed.success ? parsed.data : undefined;
}
