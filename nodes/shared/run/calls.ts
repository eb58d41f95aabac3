import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { createLimit } from '../transport/limit';
import { goesOn } from '../operation/failure';
import { parameterFailure, parametersOf } from '../operation/parameters';
import { failedAt, itemOf, itemsOf, stopOn, type Outcome } from './outcome';
import type { Run } from './runContext';
import type { CallOperation, Tools } from '../operation/types';

type Call = (tools: Tools) => Promise<IDataObject[]>;

/**
 * Runs an operation that is one call to the service, for all items of a run; its answers come out in the order of the
 * items.
 * @throws NodeOperationError when an item failed and the node stops on failures
 */
export async function runCalls(run: Run, operation: CallOperation): Promise<INodeExecutionData[]> {
	for (const item of run.items.keys()) await operation.begin?.(run.toolsFor(item));
	const calls = run.items.map((_, item) => check(run, operation, item));
	stopOn(run, calls);
	const limit = createLimit(operation.atATime);
	let failed = false;
	const outcomes = await Promise.all(
		calls.map(
			async (checked, item) =>
				await limit(async (): Promise<Outcome<INodeExecutionData[]>> => {
					if (!checked.ok) return checked;
					if (failed) return { ok: true, value: [] };
					try {
						const answer = await checked.value(run.toolsFor(item));
						return { ok: true, value: answer.map((json) => itemOf(json, item)) };
					} catch (error) {
						failed = !goesOn(run.context);
						return failedAt(item, error);
					}
				}),
		),
	);
	stopOn(run, outcomes);
	return itemsOf(outcomes);
}

function check(run: Run, operation: CallOperation, item: number): Outcome<Call> {
	try {
		const bound = operation.bind(parametersOf(run.context, operation, item));
		if (!bound.ok) throw parameterFailure(operation, bound.error);
		return { ok: true, value: bound.value };
	} catch (error) {
		return failedAt(item, error);
	}
}
