import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { failedItem, stopOnFailure, toFailure, type Failed, type FailureDetails } from '../operation/failure';
import { throwIfStopped, type Run } from './runContext';

/** What became of a step for one item: a value, or its failure. */
export type Outcome<T> = { ok: true; value: T } | ({ ok: false } & Failed);

/** The outcome of a step; `known` is what is known of the item's job if it fails. */
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

/** The outcome of an item that an error ended; `known` is what else is known of its job. */
export function failedAt(item: number, error: unknown, known?: FailureDetails): Outcome<never> {
	return { ok: false, item, failure: toFailure(error, known) };
}

/**
 * Ends the node after a Stop, or when an item failed and the node does not go on past it.
 * @param jobs what is left at the service, if its error is to name it, and what that is
 * @throws ManualExecutionCancelledError or NodeOperationError
 */
export function stopOn(
	run: Run,
	outcomes: ReadonlyArray<Outcome<unknown>>,
	...jobs: [jobs?: ReadonlyArray<FailureDetails & { item: number }>, title?: string]
): void {
	throwIfStopped(run);
	const failures = outcomes.filter((outcome) => !outcome.ok);
	stopOnFailure(run.context, failures, undefined, ...jobs);
}

/** The output items of outcomes, failed ones too. */
export function itemsOf(
	outcomes: ReadonlyArray<Outcome<INodeExecutionData | INodeExecutionData[]>>,
): INodeExecutionData[] {
	return outcomes.flatMap((outcome) =>
		outcome.ok ? outcome.value : itemOf(failedItem(outcome.failure), outcome.item),
	);
}

/** The output item that belongs to an input item. */
export function itemOf(json: IDataObject, item: number): INodeExecutionData {
	return { json, pairedItem: { item } };
}
