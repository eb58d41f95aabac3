import type { INodeExecutionData } from 'n8n-workflow';
import { z } from '../zod';
import { each } from '../async/limit';
import { continuesOnFail } from '../operation/failure';
import type { CallOperation } from '../operation/types';
import { itemOf, itemsOf, outcomeOf, stopOn } from './outcome';
import { readItem } from '../operation/readItem';
import type { Run } from './runContext';

const CALLS_AT_A_TIME = 5;

/**
 * Runs an operation that is one call to the service, for all items of a run; its answers come out in the order of the
 * items.
 * @throws NodeOperationError when an item failed and the node stops on failures
 */
export async function runCalls(run: Run, operation: CallOperation): Promise<INodeExecutionData[]> {
	const items = [...run.items.keys()];
	for (const item of items) await operation.begin?.(run.toolsFor(item));
	const check = (item: number) => readItem(run, operation, operation.bind, item, z.unknown()).value;
	const calls = await each(
		items,
		{ turn: run.yieldToEventLoop },
		async (item) => await outcomeOf(item, () => check(item)),
	);
	stopOn(run, calls);
	let failed = false;
	const outcomes = await each(calls, { atATime: CALLS_AT_A_TIME }, async (call, item) => {
		if (!call.ok) return call;
		const send = async () => (failed ? [] : await call.value(run.toolsFor(item)));
		const outcome = await outcomeOf(item, async () => (await send()).map((json) => itemOf(json, item)));
		failed ||= !outcome.ok && !continuesOnFail(run.context);
		return outcome;
	});
	stopOn(run, outcomes);
	return itemsOf(run, outcomes);
}
