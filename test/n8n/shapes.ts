import { z } from 'zod/v3';
import { parseFlatted } from './flatted';

/** What n8n's REST API answers, as far as tests look at it. */

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
export type WorkflowNode = z.infer<typeof nodeShape>;

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

export const statusShape = z.enum([
	'new',
	'running',
	'waiting',
	'success',
	'error',
	'crashed',
	'canceled',
	'unknown',
]);
export type ExecutionStatus = z.infer<typeof statusShape>;

const summary = {
	id: z.coerce.string(),
	status: statusShape,
	mode: z.string(),
	workflowId: z.string().nullish(),
	startedAt: z.string().nullish(),
	stoppedAt: z.string().nullish(),
	waitTill: z.string().nullish(),
	retryOf: z.coerce.string().nullish(),
};
export const executionSummaryShape = z.object(summary);
export type ExecutionSummary = z.infer<typeof executionSummaryShape>;

const itemShape = z
	.object({ json: z.record(z.unknown()), binary: z.record(z.record(z.unknown())).optional() })
	.passthrough();
export type RunItem = z.infer<typeof itemShape>;

const errorShape = z.object({ message: z.string(), description: z.string().nullish() }).passthrough();
const taskShape = z
	.object({
		executionStatus: z.string().optional(),
		error: errorShape.optional(),
		data: z.record(z.array(z.array(itemShape).nullable())).optional(),
	})
	.passthrough();

const runDataShape = z
	.object({
		/** There while the execution waits, and after a wait that was ended from outside. */
		waitTill: z.unknown(),
		resultData: z
			.object({
				runData: z.record(z.array(taskShape)).default({}),
				error: errorShape.optional(),
				lastNodeExecuted: z.string().optional(),
			})
			.passthrough(),
		executionData: z
			.object({ nodeExecutionStack: z.array(z.unknown()).default([]) })
			.passthrough()
			.default({}),
	})
	.passthrough()
	// An execution that has only just begun has nothing stored yet.
	.optional()
	.transform(
		(stored) =>
			stored ?? {
				waitTill: undefined,
				resultData: { runData: {} },
				executionData: { nodeExecutionStack: [] },
			},
	);

export const executionShape = z.object({
	...summary,
	data: z.string().transform((text) => runDataShape.parse(parseFlatted(text))),
});
export type Execution = z.infer<typeof executionShape>;

export const nodeTypesShape = z.array(
	z
		.object({
			name: z.string(),
			displayName: z.string(),
			version: z.union([z.number(), z.array(z.number())]),
			credentials: z.array(z.object({ name: z.string() }).passthrough()).optional(),
		})
		.passthrough(),
);
export type NodeTypeEntry = z.infer<typeof nodeTypesShape>[number];

export const dropdownShape = z.object({
	results: z.array(
		z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }).passthrough(),
	),
	paginationToken: z.unknown(),
});
export type Dropdown = z.infer<typeof dropdownShape>;
