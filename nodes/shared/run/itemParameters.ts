import { fieldsOf } from '../operation/nodeProperties';
import { errorMap } from '../operation/parameters/messages';
import { invalidFields, readFieldValues } from '../operation/readParameters';
import type { Bound, Operation } from '../operation/types';
import type { Schema } from '../service/schema';
import type { Run } from './runContext';

/** @throws ItemFailure that names the parameters that are wrong; or when the item has another account than the run */
export function readItem<T, S>(
	{ context, otherAccounts }: Run,
	operation: Operation,
	bind: (parameters: unknown) => Bound<T>,
	item: number,
	schema: Schema<S>,
) {
	const other = otherAccounts.get(item);
	if (other) throw other;
	const fields = fieldsOf(operation);
	const parameters = readFieldValues(context, fields, item);
	const settings = schema.safeParse(parameters, { errorMap: errorMap });
	const bound = bind(parameters);
	if (!bound.ok) throw invalidFields(fields, bound.error);
	if (!settings.success) throw invalidFields(fields, settings.error);
	return { ...bound, settings: settings.data };
}
