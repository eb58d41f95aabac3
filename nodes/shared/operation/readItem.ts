import type { IExecuteFunctions } from 'n8n-workflow';
import type { Failure } from '../service/failure';
import { isTool, nodeOf } from '../n8n/node';
import { fieldsOf } from './nodeProperties';
import { errorMap } from './parameters/messages';
import { invalidFields, readFieldValues } from './readParameters';
import type { Bound, Operation } from './types';
import type { Schema } from '../service/schema';

/** @throws Failure that names the parameters that are wrong; or when the item has another account than the run */
export function readItem<T, S>(
	{ context, otherAccounts }: { context: IExecuteFunctions; otherAccounts: ReadonlyMap<number, Failure> },
	operation: Operation,
	bind: (parameters: unknown) => Bound<T>,
	item: number,
	schema: Schema<S>,
) {
	const other = otherAccounts.get(item);
	if (other) throw other;
	const fields = fieldsOf(operation);
	// n8n drops the files of a tool.
	const parameters = {
		...readFieldValues(context, fields, item),
		...(isTool(context) && { downloadResult: false }),
	};
	const { parameters: stored } = nodeOf(context);
	const settings = schema.safeParse(parameters, { errorMap });
	const bound = bind(parameters);
	if (!bound.ok) throw invalidFields(fields, bound.error, stored);
	if (!settings.success) throw invalidFields(fields, settings.error, stored);
	return { ...bound, settings: settings.data };
}
