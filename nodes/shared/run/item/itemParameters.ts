import { errorMap } from '../../operation/parameters/messages';
import { invalidParameters, parametersOf } from '../../operation/readParameters';
import type { Bound, Operation } from '../../operation/types';
import type { Schema } from '../../service/schema';
import type { Run } from './runContext';

/**
 * What an operation makes of the parameters of an item, and its settings.
 * @throws ItemFailure that names the parameters that are wrong; or when the item has another account than the run
 */
export function parsed<T, S>(
	{ context, otherAccounts }: Run,
	operation: Operation,
	bind: (parameters: unknown) => Bound<T>,
	item: number,
	schema: Schema<S>,
) {
	const other = otherAccounts.get(item);
	if (other) throw other;
	const parameters = parametersOf(context, operation, item);
	const settings = schema.safeParse(parameters, { errorMap: errorMap });
	const bound = bind(parameters);
	if (!bound.ok) throw invalidParameters(operation, bound.error);
	if (!settings.success) throw invalidParameters(operation, settings.error);
	return { ...bound, settings: settings.data };
}
