import type { INodeProperties, INodePropertyOptions, NodePropertyTypes } from 'n8n-workflow';
import { z } from '../../zod';
import { changed, type Schema } from '../../service/schema';
import { withoutAbsent } from '../../service/values';
import * as schemas from './schemas';

export interface Parameter<T = unknown> extends Rules {
	/** Several when it looks different at different times. */
	fields(name: string): INodeProperties[];
	label: string;
	schema: Schema<T>;
}

/** What a run does with a setting of its creates. */
interface Rules {
	/** It has the same value for all items. */
	isOfRun?: true;
	/** It is refused without n8n's database, before anything is paid. */
	needsStore?: true;
	/** A limit over time: its places (claims/places.ts), and the words when they are taken. */
	period?: { name: string; dates: Intl.DateTimeFormatOptions; full: string };
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

type Field = Partial<Omit<INodeProperties, 'displayName' | 'name' | 'type' | 'builderHint'>>;
/** `builderHint` is for a program that builds workflows. */
export type FieldProperties = Field & Rules & { builderHint?: string };

export const parameter = <T>(
	type: NodePropertyTypes,
	schema: Schema<T>,
	displayName: string,
	{ builderHint: propertyHint, isOfRun, needsStore, period, ...field }: FieldProperties,
): Parameter<T> => {
	const all = { default: '', ...field, ...(propertyHint && { builderHint: { propertyHint } }) };
	const fields = (name: string) => [withoutAbsent({ ...all, displayName, name, type })];
	return { fields, label: displayName, schema, isOfRun, needsStore, period };
};

/** The same parameter, which may be empty. */
const optional =
	<F extends FieldProperties, T>(make: (displayName: string, field: F) => Parameter<T>) =>
	(displayName: string, field: F): Parameter<T | undefined> => {
		const made = make(displayName, { required: undefined, ...field });
		return { ...made, schema: schemas.optional(made.schema) };
	};

export const orDefault = <T>(parameter: Parameter<T | undefined>, value: T): Parameter<T> => ({
	...parameter,
	schema: schemas.withDefault(parameter.schema, value),
});

/** For a person, unless `field` says otherwise. */
export const notice = (
	sentence: string,
	field: FieldProperties = { displayOptions: { hide: { '@tool': [true] } } },
) => parameter('notice', z.unknown(), sentence, field);

export const text = (displayName: string, field: FieldProperties) =>
	parameter('string', schemas.textSchema, displayName, { required: true, ...field });

export const optionalText = optional(text);

export const flag = (displayName: string, field: FieldProperties & { default?: boolean }) =>
	parameter('boolean', schemas.flagSchema(field.default ?? false), displayName, { default: false, ...field });

/** For an option whose only use is to be on. Absent, it is off. */
export const switchedOn = (displayName: string, field: FieldProperties) =>
	parameter('boolean', schemas.flagSchema(false), displayName, { ...field, default: true });

/** Once added, it needs a value: an expression that finds nothing must not switch off a limit of what you pay. */
const guard = <T>(made: Parameter<T>, off: T): Parameter<T> =>
	orDefault<T>({ ...made, schema: made.schema.optional() }, off);

export const guardSwitch = (displayName: string, field: FieldProperties) =>
	guard({ ...switchedOn(displayName, field), schema: schemas.flagSchema(null) }, false);

export const guardNumber = (displayName: string, field: NumberProperties) =>
	guard<number>(number(displayName, field), field.default);

type NumberProperties = FieldProperties & schemas.NumberLimits & { default: number };

export function number(displayName: string, { min, max, above, whole, ...field }: NumberProperties) {
	const limits = withoutAbsent({ minValue: min ?? above, maxValue: max });
	const typeOptions = Object.keys(limits).length > 0 && { typeOptions: limits };
	const schema = schemas.numberSchema({ min, max, above, whole });
	return parameter('number', schema, displayName, { ...typeOptions, ...field });
}

export const optionalNumber = optional(number);

export const numberOrDefault = (displayName: string, field: NumberProperties) =>
	orDefault<number>(optionalNumber(displayName, field), field.default);

type ChoiceProperties<V> = Omit<FieldProperties, 'default' | 'options'> & {
	default: NoInfer<V>;
	/** Other fields of their table are not for the screen. */
	options: ReadonlyArray<INodePropertyOptions & { value: V }>;
};

export const choice = <const V extends string | number>(displayName: string, field: ChoiceProperties<V>) =>
	orDefault<V>(optionalChoice<V>(displayName, field), field.default);

export function optionalChoice<const V extends string | number>(
	displayName: string,
	field: ChoiceProperties<V>,
): Parameter<V | undefined> {
	const options = field.options.map(({ name, value, description, action, displayOptions }) => ({
		...{ name, value, description, action, displayOptions },
	}));
	return parameter('options', schemas.choiceSchema<V>(options), displayName, { ...field, options });
}

/** Sizes or ratios to choose from, such as "Portrait, 9:16". */
export const shapes = <const V extends string>(values: readonly V[]) =>
	values.map((value) => {
		const [width = 0, height = 0] = value.split(/[x:]/).map(Number);
		const shape = width === height ? 'Square' : width > height ? 'Landscape' : 'Portrait';
		return { value, name: `${shape}, ${value.replace('x', ' x ')}` };
	});

export const json = (displayName: string, field: FieldProperties) =>
	parameter('json', z.unknown(), displayName, field);

export function collection<P extends Parameters>(displayName: string, parameters: P, field: FieldProperties) {
	return parameter('collection', schemas.added(schemaOf(parameters)), displayName, {
		default: {},
		options: fieldsIn(parameters),
		...field,
	});
}

export const filters = <P extends Parameters>(parameters: P) =>
	collection('Filters', parameters, { placeholder: 'Add Filter' });

/** `entry` is n8n's name of the list, and the headings of an entry while it is open and closed. */
export function list<P extends Parameters>(
	displayName: string,
	{ itemTitle, ...entry }: { name: string; displayName: string; itemTitle: string },
	parameters: P,
	field: FieldProperties,
) {
	const lists = schemas.orEmpty(z.object({ [entry.name]: z.array(schemaOf(parameters)).default([]) }));
	const schema = changed(lists, (given) => given[entry.name] ?? []);
	return parameter('fixedCollection', schema, displayName, {
		typeOptions: { multipleValues: true, fixedCollection: { itemTitle } },
		default: {},
		options: [{ ...entry, values: fieldsIn(parameters) }],
		...field,
	});
}

export const FILE_FIELD = "The name of the item's binary field that holds the file";

/** `advice` is the remedy for a wrong value. */
type MediaProperties = FieldProperties & { default?: string; fileHint?: string; advice?: string };

export function media(
	displayName: string,
	{
		default: value = '',
		placeholder = 'e.g. https://example.com/photo.jpg',
		fileHint: hint = `${FILE_FIELD}. The service must reach this n8n to fetch it.`,
		advice,
		...field
	}: MediaProperties,
) {
	return parameter('resourceLocator', schemas.mediaSchema(advice), displayName, {
		builderHint:
			'Mode url has a public URL, mode binary the name of a binary field of the item, such as data.',
		required: true,
		...field,
		default: { mode: 'url', value },
		modes: [
			{ displayName: 'By URL', name: 'url', type: 'string', placeholder },
			// The editor truncates a name longer than n8n's own modes.
			{ displayName: 'By File', name: 'binary', type: 'string', placeholder: 'e.g. data', hint },
		],
	});
}

export const optionalMedia = optional(media);

interface Dropdown extends FieldProperties {
	from: string;
	whenEmpty?: string;
}

const RECORD = 'e.g. 66a1f0c2e4b0d1a2b3c4d5e6';

export function id(
	displayName: string,
	{
		from: searchListMethod,
		whenEmpty: placeholder = 'Choose…',
		placeholder: example = RECORD,
		...field
	}: Dropdown,
) {
	const typeOptions = { searchListMethod, searchable: true };
	return parameter('resourceLocator', schemas.idSchema, displayName, {
		default: { mode: 'list', value: '' },
		required: true,
		...field,
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', placeholder, typeOptions },
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: example },
		],
	});
}

export const optionalId = optional(id);

/** The service has no list of records. n8n draws no hint under an expression, so the description says whose ID it is. */
export const givenId = (whatItDid: string) =>
	parameter('resourceLocator', schemas.idSchema, 'ID', {
		default: { mode: 'id', value: '={{ $json.id }}' },
		required: true,
		description: `The ID in the output of the node that ${whatItDid}`,
		modes: [{ displayName: 'By ID', name: 'id', type: 'string', placeholder: RECORD }],
	});
