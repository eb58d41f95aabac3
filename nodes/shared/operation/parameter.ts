import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';
import { z } from 'zod/v3';
import { changed, prepared, type Schema } from '../service/schema';
import * as inputs from './inputs';

/**
 * A parameter of a node, written once: how the screen shows it, and what it may hold. Its name is its key in the
 * parameters of its node or operation.
 */
export interface Parameter<T = unknown> {
	/** Its fields: several when it looks different at different times. */
	fields(name: string): INodeProperties[];
	schema: Schema<T>;
}

/** Parameters by their names, in the order of the screen. */
export type Parameters = Readonly<Record<string, Parameter>>;
export type ValuesOf<P extends Parameters> = { [N in keyof P]: P[N] extends Parameter<infer T> ? T : never };

/** The fields of parameters. */
export function fieldsIn(parameters: Parameters): INodeProperties[] {
	return Object.entries(parameters).flatMap(([name, { fields }]) => fields(name));
}

/** The schema of parameters. */
export function schemaOf<P extends Parameters>(parameters: P): Schema<ValuesOf<P>> {
	const shape = Object.entries(parameters).map(([name, { schema }]) => [name, schema] as const);
	return z.object(Object.fromEntries(shape)) as unknown as Schema<ValuesOf<P>>;
}

/** What an operation gets of its parameters. */
export type Given<P extends Parameters, O extends Parameters> = ValuesOf<P> & { options: ValuesOf<O> };

/** The schema of parameters with the options beside them. */
export function schemaWith<P extends Parameters, O extends Parameters>(
	parameters: P,
	options: O,
): Schema<Given<P, O>> {
	return schemaOf({ ...parameters, options: collection('Options', options, {}) }) as Schema<Given<P, O>>;
}

/** What is left to say of a field. */
export type Look = Partial<Omit<INodeProperties, 'displayName' | 'name' | 'type'>>;

/** Makes a parameter of any type of n8n's. */
export function parameter<T>(
	type: NodePropertyTypes,
	schema: Schema<T>,
	displayName: string,
	look: Look,
): Parameter<T> {
	return { fields: (name) => [{ default: '', ...look, displayName, name, type }], schema };
}

/** A sentence on the screen, which nothing reads. */
export function notice(sentence: string): Parameter {
	return parameter('notice', z.unknown(), sentence, {});
}

export function text(displayName: string, look: Look): Parameter<string> {
	return parameter('string', inputs.text, displayName, { required: true, ...look });
}

export function optionalText(displayName: string, look: Look): Parameter<string | undefined> {
	return parameter('string', inputs.optionalText, displayName, look);
}

/** A text that is its default where none is given. */
export function textOrDefault(displayName: string, look: Look & { default: string }): Parameter<string> {
	const schema = changed(inputs.optionalText, (given) => given ?? look.default);
	return parameter('string', schema, displayName, look);
}

/** A boolean, false unless told otherwise. */
export function flag(displayName: string, look: Look & { default?: boolean }): Parameter<boolean> {
	return parameter('boolean', inputs.flag(look.default ?? false), displayName, { default: false, ...look });
}

/** A boolean, undefined where nobody chose it: the service's own default then holds. */
export function optionalFlag(displayName: string, look: Look): Parameter<boolean | undefined> {
	return parameter('boolean', inputs.optionalFlag, displayName, { default: false, ...look });
}

type NumberLook = Look &
	inputs.Limits & {
		default: number;
		/** Digits after the point on the screen. */
		precision?: number;
	};

function numberField<T>(
	displayName: string,
	{ min, max, above, whole: _, precision, ...look }: NumberLook,
	schema: Schema<T>,
) {
	const limits = { minValue: min ?? above, maxValue: max, numberPrecision: precision };
	const known = Object.entries(limits).filter(([, limit]) => limit !== undefined);
	const typeOptions = known.length > 0 && { typeOptions: Object.fromEntries(known) };
	return parameter('number', schema, displayName, { ...typeOptions, ...look });
}

/** A number that has to be there. */
export function number(displayName: string, look: NumberLook): Parameter<number> {
	return numberField(displayName, look, inputs.number(look));
}

/** A number that is its default where it is not given. */
export function numberOrDefault(displayName: string, look: NumberLook): Parameter<number> {
	const schema = changed(inputs.optionalNumber(look), (given) => given ?? look.default);
	return numberField(displayName, look, schema);
}

export function optionalNumber(displayName: string, look: NumberLook): Parameter<number | undefined> {
	return numberField(displayName, look, inputs.optionalNumber(look));
}

interface Choices<V> {
	default: NoInfer<V>;
	options: ReadonlyArray<{ name: string; value: V; description?: string; action?: string }>;
}
type ChoiceLook<V> = Omit<Look, 'default' | 'options'> & Choices<V>;

/** One of a few values, which may be numbers; the default where none is given. */
export function choice<const V extends string | number>(
	displayName: string,
	look: ChoiceLook<V>,
): Parameter<V> {
	const options = [...look.options];
	const schema = changed(inputs.choice(options.map(({ value }) => value)), (given) => given ?? look.default);
	return parameter('options', schema, displayName, { ...look, options });
}

/** The same, undefined where none is given. */
export function optionalChoice<const V extends string | number>(
	displayName: string,
	look: ChoiceLook<V>,
): Parameter<V | undefined> {
	const options = [...look.options];
	return parameter('options', inputs.choice(options.map(({ value }) => value)), displayName, {
		...look,
		options,
	});
}

/** JSON that something else reads. */
export function json(displayName: string, look: Look): Parameter {
	return parameter('json', z.unknown(), displayName, look);
}

/** Parameters that a person adds one by one. */
export function collection<P extends Parameters>(
	displayName: string,
	parameters: P,
	look: Look,
): Parameter<ValuesOf<P>> {
	const schema = prepared((given) => given ?? {}, schemaOf(parameters));
	return parameter('collection', schema, displayName, {
		default: {},
		options: fieldsIn(parameters),
		...look,
	});
}

/** A list of entries, each with the same parameters. `entry` is n8n's name for the list, and the heading of one. */
export function list<P extends Parameters>(
	displayName: string,
	entry: { name: string; displayName: string },
	parameters: P,
	look: Look,
): Parameter<Array<ValuesOf<P>>> {
	const options = [{ ...entry, values: fieldsIn(parameters) }];
	const entries = z.array(schemaOf(parameters)).default([]);
	const schema = changed(
		prepared((given) => given ?? {}, z.object({ [entry.name]: entries })),
		(given) => given[entry.name] ?? [],
	);
	const usual = { typeOptions: { multipleValues: true }, default: {}, options };
	return parameter('fixedCollection', schema, displayName, { ...usual, ...look });
}
