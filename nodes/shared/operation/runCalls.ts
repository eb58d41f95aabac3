import type { INodeExecutionData } from 'n8n-workflow';
import { createLimit } from '../transport/limit';
import { failedItem, goesOn, nodeError, toFailure } from './failure';
import { parameterFailure, parametersOf } from './parameters';
import type { Outcome } from './prepare';
import { throwIfStopped, type Run } from './runContext';
import type { CallOperation } from './types';

/**
 * Runs an operation that is one call to the service, for all items of a run; its answers come out in the order of the
 * items.
 * @throws NodeOperationError when an item failed and the node is to stop then
 */
export async function runCalls(run: Run, operation: CallOperation): Promise<INodeExecutionData[]> {
	for (const item of run.items.keys()) await operation.begin?.(run.toolsFor(item));
	const limit = createLimit(operation.atATime);
	let failed = false;
	const outcomes = await Promise.all(
		run.items.map(
			async (_, item) =>
				await limit(async (): Promise<Outcome<INodeExecutionData[]>> => {
					if (failed) return { ok: true, value: [] };
					try {
						const bound = operation.bind(parametersOf(run.context, operation, item));
						if (!bound.ok) throw parameterFailure(operation, bound.error);
						const answer = await bound.value(run.toolsFor(item));
						return { ok: true, value: answer.map((json) => ({ json, pairedItem: { item } })) };
					} catch (error) {
						failed = !goesOn(run.context);
						return { ok: false, failure: toFailure(error) };
					}
				}),
		),
	);
	throwIfStopped(run);
	return outcomes.flatMap((outcome, item) => {
		if (outcome.ok) return outcome.value;
		if (!goesOn(run.context)) throw nodeError(run.context.getNode(), outcome.failure, item);
		return { json: failedItem(outcome.failure), pairedItem: { item } };
	});
}
