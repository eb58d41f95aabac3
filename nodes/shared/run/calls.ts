import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { createLimit } from '../transport/limit';
import { failedItem, goesOn, stopOnFailure, toFailure } from '../operation/failure';
import { parameterFailure, parametersOf } from '../operation/parameters';
import { failuresOf, type Outcome } from './prepare';
import { throwIfStopped, type Run } from './runContext';
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
	const limit = createLimit(operation.atATime);
	// A wrong parameter stops the node before the first call.
	let failed = !goesOn(run.context) && calls.some(({ ok }) => !ok);
	const outcomes = await Promise.all(
		calls.map(
			async (checked, item) =>
				await limit(async (): Promise<Outcome<INodeExecutionData[]>> => {
					if (!checked.ok) return checked;
					if (failed) return { ok: true, value: [] };
					try {
						const answer = await checked.value(run.toolsFor(item));
						return { ok: true, value: answer.map((json) => ({ json, pairedItem: { item } })) };
					} catch (error) {
						failed = !goesOn(run.context);
						return { ok: false, failure: toFailure(error) };
					}
				}),
		),
	);
	throwIfStopped(run);
	stopOnFailure(run.context, failuresOf(outcomes));
	return outcomes.flatMap((outcome, item) =>
		outcome.ok ? outcome.value : { json: failedItem(outcome.failure), pairedItem: { item } },
	);
}

function check(run: Run, operation: CallOperation, item: number): Outcome<Call> {
	try {
		const bound = operation.bind(parametersOf(run.context, operation, item));
		if (!bound.ok) throw parameterFailure(operation, bound.error);
		return { ok: true, value: bound.value };
	} catch (error) {
		return { ok: false, failure: toFailure(error) };
	}
}
