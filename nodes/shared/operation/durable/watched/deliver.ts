import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../../../service/values';
import type { Environment } from '../../../transport/types';
import { ItemFailure, nodeError, type FailureDetails } from '../../failure';
import type { Orders } from './orders';
import type { Outputs } from '../outputs';
import { delivererWorkflow } from './subWorkflows';
import { sleepUntil } from '../suspend';

/** In queue mode n8n misses the end of an execution that ends within milliseconds, and never wakes the run up. */
const LINGER_MS = 2_000;

const RETRY =
	'Retrying this execution only shows this again: start the workflow anew for the items that failed, and read the others with the operation Get.';

const failureSchema = z.object({
	nodeName: z.string(),
	message: z.string(),
	details: z.custom<FailureDetails>(isObject),
	item: z.number(),
	jobs: z.array(z.custom<FailureDetails & { item: number }>(isObject)),
});
const plain = z.custom<IDataObject>(isObject);

/** Starts the execution whose end wakes a suspended run up: with its items, or with the failure that ends it. */
export async function startDelivery(
	context: IExecuteFunctions,
	{ parent, nodeName, suspended }: Orders,
	{ items, failure }: Outputs,
): Promise<void> {
	const ending =
		failure && suspended.stopOnFailure
			? plain.parse({
					nodeName,
					message: failure.failure.message,
					details: failure.failure.details,
					item: failure.item,
					jobs: failure.jobs,
				})
			: undefined;
	const code = delivererWorkflow(context.getNode(), ending ? 'fail' : 'handOn');
	await context.executeWorkflow({ code }, ending ? [{ json: ending }] : items, undefined, {
		doNotWaitToFinish: true,
		parentExecution: { ...parent, shouldResume: true },
	});
}

/** Sleeps once: n8n wakes the run up at the end of an execution that was woken itself, and of no other. */
export async function deliver(
	context: IExecuteFunctions,
	environment: Environment,
): Promise<INodeExecutionData[]> {
	return await sleepUntil(context, environment.now(), context.getInputData());
}

/** The last step of a run that goes on: what it puts out becomes the output of the run's node. */
export async function handOn(
	context: IExecuteFunctions,
	environment: Environment,
): Promise<INodeExecutionData[]> {
	await environment.sleep(LINGER_MS);
	return context.getInputData();
}

/**
 * The last step of a run that a failed item ends.
 * @throws NodeOperationError always: it becomes that of the run's node
 */
export async function fail(context: IExecuteFunctions, environment: Environment): Promise<never> {
	await environment.sleep(LINGER_MS);
	const { nodeName, message, details, item, jobs } = failureSchema.parse(context.getInputData()[0]?.json);
	const description = [details.description, RETRY].filter(Boolean).join(' ');
	const node = { ...context.getNode(), name: nodeName };
	throw nodeError(node, new ItemFailure(message, { ...details, description }), item, jobs);
}
