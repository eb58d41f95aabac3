import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { failedItem, stopOnFailure, toFailure, type Failed } from '../operation/failure';
import { type FailureDetails } from '../service/failure';
import { inputOfFailed } from './output';
import { throwIfStopped, type Run } from './runContext';

export type Outcome<T> = { ok: true; value: T } | ({ ok: false } & Failed);

export async function outcomeOf<T>(
	item: number,
	step: () => T | Promise<T>,
	known?: FailureDetails,
): Promise<Outcome<T>> {
	try {
		return { ok: true, value: await step() };
	} catch (error) {
		return failedAt(item, error, known);
	}
}

export function failedAt(item: number, error: unknown, known?: FailureDetails): Outcome<never> {
	return { ok: false, item, failure: toFailure(error, known) };
}

/**
 * Ends the node after a Stop, or when an item failed and the node does not continue past it.
 * @throws ManualExecutionCancelledError or NodeOperationError
 */
export function stopOn(run: Run, outcomes: ReadonlyArray<Outcome<unknown>>): void {
	throwIfStopped(run);
	stopOnFailure(
		run.context,
		outcomes.filter((outcome) => !outcome.ok),
	);
}

export function itemsOf(
	run: Run,
	outcomes: ReadonlyArray<Outcome<INodeExecutionData | INodeExecutionData[]>>,
): INodeExecutionData[] {
	return outcomes.flatMap((outcome) =>
		outcome.ok
			? outcome.value
			: itemOf({ ...failedItem(outcome), ...inputOfFailed(run, outcome.item) }, outcome.item),
	);
}

/** The output item that belongs to an input item. */
export function itemOf(json: IDataObject, item: number): INodeExecutionData {
	return { json, pairedItem: { item } };
}
