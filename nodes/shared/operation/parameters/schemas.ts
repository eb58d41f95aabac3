import { z } from '../../zod';
import type { Json } from '../../service/request';
import { changed, checked, prepared, type Schema } from '../../service/schema';
import {
	encodeAddress,
	httpUrl,
	isNothing,
	isObject,
	leftoverIn,
	strayIn,
	DEEPEST,
	invisibleIn,
	isTooDeep,
	parseJson,
	parseJsonTwice,
	trimmed,
	withoutAbsent,
	wellFormed,
} from '../../service/values';
import { asError } from '../../service/failure';
import { quoted, refuse, refuseValue } from './messages';

/* A value comes from the screen, from an expression (a number as text, for example), or from an agent. */

export const locatorValue = (value: unknown): unknown =>
	isObject(value) && 'value' in value ? value.value : value;

export const presentValue = (value: unknown): unknown =>
	value === null || (typeof value === 'string' && trimmed(value) === '') ? undefined : value;

export const optional = <T>(schema: Schema<T>) =>
	prepared(
		(given) => (presentValue(locatorValue(given)) === undefined ? undefined : given),
		schema.optional(),
	);

export const withDefault = <T>(schema: Schema<T | undefined>, value: T): Schema<T> =>
	changed(schema, (given) => given ?? value);

export const orEmpty = <T>(schema: Schema<T>): Schema<T> => prepared((given) => given ?? {}, schema);

/** An entry that you added is null if its expression found nothing. */
export const added = <T>(schema: Schema<T>): Schema<T> =>
	prepared((given) => {
		if (!isObject(given)) return given ?? {};
		return Object.fromEntries(Object.entries(given).map(([name, each]) => [name, each ?? null]));
	}, schema);

export const textSchema = checked(
	prepared((value) => {
		// A date of JavaScript or of n8n.
		const given: unknown = isObject(value) && 'toJSON' in value ? parseJson(JSON.stringify(value)) : value;
		const text = Number.isFinite(given) ? String(given) : given;
		return typeof text === 'string' ? trimmed(wellFormed(text)) : text;
	}, z.string().min(1)),
	refuseLeftover,
);

function refuseLeftover(value: string, context: z.RefinementCtx): boolean {
	const leftover = leftoverIn(value);
	if (leftover) refuse(context, leftover[0], [], leftover[1]);
	return leftover !== undefined;
}

/** Engine 2 of n8n gives UUIDs. */
const EXECUTION_ID = /^(?:\d{1,15}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

export const optionalExecutionSchema = optional(
	changed(textSchema, (text, context) =>
		EXECUTION_ID.test(text) ? text : refuseValue(context, 'the number of an execution', text),
	),
);

const visibleText = checked(textSchema, refuseInvisible);

function refuseInvisible(text: string, context: z.RefinementCtx): boolean {
	const invisible = invisibleIn(text);
	if (invisible)
		refuse(context, `has the invisible character ${invisible} in it`, [], 'Type it again by hand');
	return invisible !== undefined;
}

export const idSchema = prepared(locatorValue, visibleText);

export const idsSchema = prepared(
	(value) => {
		const given = locatorValue(value);
		const list: unknown = typeof given === 'number' || typeof given === 'string' ? [given] : given;
		return Array.isArray(list) ? list.flatMap(idsIn) : list;
	},
	changed(z.array(visibleText).min(1), (list) => [...new Set(list)]),
);

const idsIn = (entry: unknown): unknown[] =>
	typeof entry === 'string' && !leftoverIn(entry) ? splitList(entry) : [entry];

export const splitList = (list: string): string[] =>
	list.split(/[\s,;"'[\]]+/).flatMap((part) => trimmed(part) || []);

export interface NumberLimits {
	min?: number;
	max?: number;
	above?: number;
	whole?: boolean;
}

export function numberSchema({ min = -Infinity, max = Infinity, above = -Infinity, whole }: NumberLimits) {
	const schema = z.number().finite().gt(above).min(min).max(max);
	return prepared(asNumber, whole ? schema.int() : schema);
}

const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
/** Twice the digits of a double. */
const LONGEST_NUMBER = 40;

function asNumber(value: unknown): unknown {
	const text = typeof value === 'string' ? trimmed(value) : '';
	return text.length <= LONGEST_NUMBER && DECIMAL.test(text) ? Number(text) : value;
}

/** Spreadsheets write TRUE and FALSE, and the service 0 and 1. */
export const flagSchema = (fallback: boolean | null) =>
	prepared((value) => {
		const given = presentValue(value) ?? fallback;
		const word = typeof given === 'string' ? trimmed(given).toLowerCase() : given;
		if (word === 1 || word === '1' || word === 'true') return true;
		return word !== 0 && word !== '0' && word !== 'false' && given;
	}, z.boolean());

export const choiceSchema = <const V extends string | number>(
	choices: ReadonlyArray<{ value: V; name: string }>,
) =>
	changed(z.unknown(), (given, context): V | undefined => {
		if (presentValue(given) === undefined) return undefined;
		const word = typeof given === 'string' || typeof given === 'number' ? trimmed(String(given)) : undefined;
		const found =
			choices.find(({ value }) => String(value) === word) ??
			choices.find(({ name }) => name.toLowerCase() === word?.toLowerCase());
		if (found) return found.value;
		const words = choices.map(({ value, name }) =>
			String(value).toLowerCase() === name.toLowerCase() ? name : `${name} (${value})`,
		);
		return refuseValue(context, `one of ${words.join(', ')}`, given);
	});

const ONE_ADDRESS = 'one whole address that starts with http:// or https://';

export function readAddress(value: unknown, context: z.RefinementCtx, advice?: string): string {
	const text = typeof value === 'string' ? trimmed(value) : '';
	if (refuseLeftover(text, context) || refuseInvisible(text, context)) return z.NEVER;
	if (!httpUrl(text)) return refuseValue(context, ONE_ADDRESS, value, [], advice);
	const stray = strayIn(text);
	if (stray === undefined) return encodeAddress(text);
	return refuse(context, `has ${quoted(stray)}, which is no part of an address: ${quoted(text)}`, [], REMOVE);
}

const REMOVE = 'Remove it there, or write it with a percent sign, such as %7C for |';

export const urlSchema = changed(z.unknown(), (value, context) => readAddress(value, context));

/** `property` is the name or the path of a field, or a file itself as JSON. */
export type Media = { mode: 'url'; url: string } | { mode: 'binary'; property: string };

const FIELD_NAME = 'the name of the binary field that holds the file (usually data)';
const BY_FILE = 'Give the whole address. For a file of the item, choose By File';

export const mediaSchema = (advice = BY_FILE) =>
	changed(z.unknown(), (given, context): Media => {
		const value = locatorValue(given);
		if (!isObject(given) || given.mode !== 'binary') {
			return { mode: 'url', url: readAddress(value, context, advice) };
		}
		// $binary.data is the file itself.
		if (isObject(value) && 'mimeType' in value) return { mode: 'binary', property: JSON.stringify(value) };
		const property = typeof value === 'string' ? trimmed(value) : '';
		refuseLeftover(property, context);
		return { mode: 'binary', property: property || refuseValue(context, FIELD_NAME, value) };
	});

export const jsonSchema = <T>(then: Schema<T>): Schema<T> =>
	changed(z.unknown(), (value, context): unknown => {
		const given = presentValue(value);
		try {
			// A long number keeps its digits. JSON.parse says why a text is no JSON.
			const json: unknown = typeof given === 'string' ? (parseJsonTwice(given) ?? JSON.parse(given)) : given;
			return isTooDeep(json) ? refuse(context, `must have at most ${DEEPEST} levels of JSON`) : json;
		} catch (error) {
			return refuse(context, `must be JSON, but ${quoted(given)} was given (${asError(error).message})`);
		}
	}).pipe(then);

/** Unknown JSON. An expression that found nothing gives undefined and NaN, which JSON drops. */
const unknownValue = changed(z.unknown(), (given, context) => {
	// The node signs this address, and checks that the service can reach it.
	if (context.path.at(-1) !== 'webhookUrl') return jsonIn(given, context);
	if (isNothing(given)) return undefined;
	return refuse(context, 'has a field of its own', [], 'Give it in Webhook URL instead');
});

function jsonIn(given: unknown, context: z.RefinementCtx): Json {
	const value = isObject(given) && 'toJSON' in given ? parseJson(JSON.stringify(given)) : given;
	if (typeof value === 'string') {
		refuseLeftover(value, context);
		return wellFormed(value);
	}
	if (Array.isArray(value)) return value.map((each) => jsonIn(each, context));
	if (isObject(value)) {
		return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, jsonIn(each, context)]));
	}
	if (value === null || typeof value === 'boolean') return value;
	if (typeof value === 'number' && Number.isFinite(value)) return value;
	return refuse(context, `must be a JSON value, but ${quoted(value)} was given`);
}

export type Fields = { [name: string]: Json | undefined };

/** An object of JSON. Fields that the node knows are read as on the screen, and others are sent as they are. */
export const fieldsSchema = <K extends z.ZodRawShape>(known: K) => z.object(known).catchall(unknownValue);

export const bodySchema = jsonSchema(fieldsSchema({}));
export const extraFieldsSchema = jsonSchema(changed(fieldsSchema({}), withoutAbsent).optional());
