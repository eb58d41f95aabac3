import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';
import { z } from '../../zod';
import { changed, prepared, type Schema } from '../../service/schema';
import { without, withoutAbsent } from '../../service/values';
import * as schemas from './schemas';

export interface Parameter<T = unknown> {
	/** Several when it looks different at different times. */
	fields(name: string): INodeProperties[];
	schema: Schema<T>;
}

export type Parameters = Readonly<Record<string, Parameter>>;
export type ValuesOf<P extends Parameters> = { [N in keyof P]: P[N] extends Parameter<infer T> ? T : never };

export const fieldsIn = (parameters: Parameters) =>
	Object.entries(parameters).flatMap(([name, { fields }]) => fields(name));

export function schemaOf<P extends Parameters>(parameters: P): Schema<ValuesOf<P>> {
	const shape = Object.entries(parameters).map(([name, { schema }]) => [name, schema] as const);
	return z.object(Object.fromEntries(shape)) as unknown as Schema<ValuesOf<P>>;
}

export type Given<P extends Parameters, O extends Parameters> = ValuesOf<P> & { options: ValuesOf<O> };

export const schemaWith = <P extends Parameters, O extends Parameters>(parameters: P, options: O) =>
	schemaOf({ ...parameters, options: collection('Options', options, {}) }) as Schema<Given<P, O>>;

export type FieldProperties = Partial<Omit<INodeProperties, 'displayName' | 'name' | 'type'>>;

export const parameter = <T>(
	type: NodePropertyTypes,
	schema: Schema<T>,
	displayName: string,
	field: FieldProperties,
): Parameter<T> => ({ fields: (name) => [{ default: '', ...field, displayName, name, type }], schema });

const orDefault = <T>({ fields, schema }: Parameter<T | undefined>, value: T): Parameter<T> => ({
	fields,
	schema: changed(schema, (given) => given ?? value),
});

export const notice = (sentence: string, field: FieldProperties = {}) =>
	parameter('notice', z.unknown(), sentence, field);

export const text = (displayName: string, field: FieldProperties) =>
	parameter('string', schemas.textSchema, displayName, { required: true, ...field });

export const optionalText = (displayName: string, field: FieldProperties) =>
	parameter('string', schemas.optionalTextSchema, displayName, field);

export const textOrDefault = (displayName: string, field: FieldProperties & { default: string }) =>
	orDefault<string>(optionalText(displayName, field), field.default);

export const flag = (displayName: string, field: FieldProperties & { default?: boolean }) =>
	parameter('boolean', schemas.flagSchema(field.default ?? false), displayName, { default: false, ...field });

/** For an option whose only use is to be on. Absent, it is off. */
export const switchedOn = (displayName: string, field: FieldProperties) =>
	parameter('boolean', schemas.flagSchema(false), displayName, { ...field, default: true });

type NumberProperties = FieldProperties & schemas.NumberLimits & { default: number };

function numberField<T>(
	displayName: string,
	{ min, max, above, ...field }: NumberProperties,
	schema: Schema<T>,
) {
	const limits = withoutAbsent({ minValue: min ?? above, maxValue: max });
	const typeOptions = Object.keys(limits).length > 0 && { typeOptions: limits };
	return parameter('number', schema, displayName, { ...typeOptions, ...without(field, 'whole') });
}

export const number = (displayName: string, field: NumberProperties) =>
	numberField(displayName, field, schemas.numberSchema(field));

export const optionalNumber = (displayName: string, field: NumberProperties) =>
	numberField(displayName, field, schemas.optionalNumberSchema(field));

export const numberOrDefault = (displayName: string, field: NumberProperties) =>
	orDefault<number>(optionalNumber(displayName, field), field.default);

type ChoiceProperties<V> = Omit<FieldProperties, 'default' | 'options'> & {
	default: NoInfer<V>;
	options: ReadonlyArray<{ name: string; value: V; description?: string; action?: string }>;
};

export const choice = <const V extends string | number>(displayName: string, field: ChoiceProperties<V>) =>
	orDefault<V>(optionalChoice<V>(displayName, field), field.default);

export function optionalChoice<const V extends string | number>(
	displayName: string,
	field: ChoiceProperties<V>,
): Parameter<V | undefined> {
	const options = [...field.options];
	return parameter('options', schemas.choiceSchema<V>(options), displayName, { ...field, options });
}

export const json = (displayName: string, field: FieldProperties) =>
	parameter('json', z.unknown(), displayName, field);

export function collection<P extends Parameters>(displayName: string, parameters: P, field: FieldProperties) {
	const schema = prepared((given) => given ?? {}, schemaOf(parameters));
	return parameter('collection', schema, displayName, {
		default: {},
		options: fieldsIn(parameters),
		...field,
	});
}

/** `entry` is n8n's name of the list, and the heading of an entry. */
export function list<P extends Parameters>(
	displayName: string,
	entry: { name: string; displayName: string },
	parameters: P,
	field: FieldProperties,
) {
	const entries = z.array(schemaOf(parameters)).default([]);
	const given = prepared((value) => value ?? {}, z.object({ [entry.name]: entries }));
	return parameter(
		'fixedCollection',
		changed(given, (lists) => lists[entry.name] ?? []),
		displayName,
		{
			typeOptions: { multipleValues: true },
			default: {},
			options: [{ ...entry, values: fieldsIn(parameters) }],
			...field,
		},
	);
}
