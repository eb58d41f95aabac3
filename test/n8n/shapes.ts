import { ExecutionStatusList } from 'n8n-workflow';
import { z } from 'zod/v3';
import { parse } from './flatted';

/** The parts of n8n's REST answers that tests read. */

export const credentialShape = z.object({ id: z.string(), name: z.string() });
export type StoredCredential = z.infer<typeof credentialShape>;

export const credentialTestShape = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });

export const nodeShape = z
	.object({
		name: z.string(),
		type: z.string(),
		parameters: z.record(z.unknown()).default({}),
		credentials: z.record(z.unknown()).optional(),
	})
	.passthrough();

export const workflowShape = z
	.object({
		id: z.string(),
		name: z.string(),
		versionId: z.string(),
		active: z.boolean().optional(),
		nodes: z.array(nodeShape),
		connections: z.record(z.unknown()),
	})
	.passthrough();
export type StoredWorkflow = z.infer<typeof workflowShape>;

/** A workflow as an example file holds it. */
export const workflowFileShape = workflowShape.partial({ id: true, versionId: true, active: true });
export type WorkflowFile = z.infer<typeof workflowFileShape>;

const summary = {
	id: z.coerce.string(),
	status: z.enum(ExecutionStatusList),
	mode: z.string(),
	workflowId: z.string().nullish(),
	stoppedAt: z.string().nullish(),
	retryOf: z.coerce.string().nullish(),
};
export const executionSummaryShape = z.object(summary);

const itemShape = z.object({
	json: z.record(z.unknown()),
	binary: z.record(z.record(z.unknown())).optional(),
});
export type RunItem = z.infer<typeof itemShape>;

const taskShape = z.object({ data: z.record(z.array(z.array(itemShape).nullable())).optional() });
const runDataShape = z.object({
	/** Set while the execution waits, and after a wait that was ended from outside. */
	waitTill: z.unknown(),
	resultData: z.object({
		runData: z.record(z.array(taskShape)).default({}),
		error: z.object({ message: z.string() }).passthrough().optional(),
		/** The custom data. */
		metadata: z.record(z.string()).default({}),
	}),
	executionData: z.object({ nodeExecutionStack: z.array(z.unknown()).default([]) }).default({}),
});

export const executionShape = z.object({
	...summary,
	// An execution that has just begun has nothing stored yet.
	data: z.string().transform((text) => runDataShape.parse(parse(text) ?? { resultData: {} })),
});
export type Execution = z.infer<typeof executionShape>;

const named = z.object({ name: z.string() }).passthrough();
export const nodeTypesShape = z.array(named);
