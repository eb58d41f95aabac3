import { z } from 'zod/v3';
import type { Json } from '../../service/request';
import { changed, checked, prepared, type Schema } from '../../service/schema';
import { leftoverIn } from '../../service/leftovers';
import { encodeSpaces, isHttpUrl } from '../../service/urls';
import { fileAddress, USE_THE_FILE } from '../../media/shareLink';
import { invisibleIn, parseJsonTwice, trimmed } from '../../service/values';
import { asError } from '../../transport/serviceError';
import { quoted, refuse, refuseValue } from './messages';

/*
 * Schemas of parameters, shared by the operations. A parameter can come as the screen's control gives it, as an
 * expression does (numbers as texts, a lone value for a resource locator), or as an agent does.
 */

/** The value of a resource locator; also takes a plain value, as an expression or an agent gives it. */
export function locatorValue(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || !('value' in value)) return value;
	return value.value;
}

export function presentValue(value: unknown): unknown {
	return value === null || (typeof value === 'string' && trimmed(value) === '') ? undefined : value;
}

export const optional = <T>(schema: Schema<T>) => prepared(presentValue, schema.optional());

/** A number becomes a text, unless it is NaN or Infinity. */
export const textSchema = checked(
	prepared((value) => {
		const text = Number.isFinite(value) ? String(value) : value;
		return typeof text === 'string' ? trimmed(text) : text;
	}, z.string().min(1)),
	refuseLeftover,
);

export function refuseLeftover(value: string, context: z.RefinementCtx): boolean {
	const leftover = leftoverIn(value);
	if (leftover) refuse(context, leftover.message, [], leftover.description);
	return leftover !== undefined;
}

export const optionalTextSchema = optional(textSchema);

const visibleText = checked(textSchema, refuseInvisible);

function refuseInvisible(text: string, context: z.RefinementCtx): boolean {
	const invisible = invisibleIn(text);
	if (invisible)
		refuse(context, `has the invisible character ${invisible} in it`, [], 'Type it again by hand');
	return invisible !== undefined;
}

export const idSchema = prepared(locatorValue, visibleText);

export const optionalIdSchema = prepared(locatorValue, optional(visibleText));

export const optionalIdOrNumberSchema = prepared(
	locatorValue,
	optional(z.union([z.number().finite(), visibleText])),
);

/**
 * Identifiers as a list, or as a text with commas, spaces or lines between them, or with the list as JSON; without
 * repeats, in their order.
 */
export const idsSchema = prepared(
	(value) => {
		const given = locatorValue(value);
		const list: unknown = typeof given === 'number' || typeof given === 'string' ? [given] : given;
		return Array.isArray(list) ? list.flatMap(idsIn) : list;
	},
	changed(z.array(visibleText).min(1), (list) => [...new Set(list)]),
);

function idsIn(entry: unknown): unknown[] {
	return typeof entry === 'string' && !leftoverIn(entry) ? splitList(entry) : [entry];
}

/** The entries of a list in a text, with commas, spaces or ends of lines between them, or as JSON. */
export function splitList(list: string): string[] {
	return list.split(/[\s,;"'[\]]+/).flatMap((part) => trimmed(part) || []);
}

export interface NumberLimits {
	min?: number;
	max?: number;
	/** It must be more than this. */
	above?: number;
	whole?: boolean;
}

function within({ min = -Infinity, max = Infinity, above = -Infinity, whole }: NumberLimits): z.ZodNumber {
	const schema = z.number().finite().gt(above).min(min).max(max);
	return whole ? schema.int() : schema;
}

/** A number, or a text of one. */
export const numberSchema = (limits: NumberLimits = {}) => prepared(asNumber, within(limits));

/** The same. Undefined when absent or empty. */
export const optionalNumberSchema = (limits: NumberLimits = {}) =>
	prepared((value) => asNumber(presentValue(value)), within(limits).optional());

const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

function asNumber(value: unknown): unknown {
	return typeof value === 'string' && DECIMAL.test(trimmed(value)) ? Number(trimmed(value)) : value;
}

/** A boolean, or one of the texts `true` and `false`, which spreadsheets write in capitals; `fallback` when absent. */
export const flagSchema = (fallback: boolean) =>
	prepared((value) => {
		const given = presentValue(value) ?? fallback;
		const word = typeof given === 'string' ? trimmed(given).toLowerCase() : given;
		return word === 'true' || (word !== 'false' && given);
	}, z.boolean());

/**
 * One of the values of a list, also as a text where they are numbers, or by its name. Undefined when absent or empty.
 */
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
			/^\d+$/.test(String(value)) ? `${value} (${name})` : value,
		);
		return refuseValue(context, `one of ${words.join(', ')}`, given);
	});

export const ONE_ADDRESS = 'one whole address that starts with http:// or https://';

/** Reads an http or https address; the share link of a file becomes the address of the file. */
export function readAddress(value: unknown, context: z.RefinementCtx, advice?: string): string {
	const text = typeof value === 'string' ? trimmed(value) : '';
	if (refuseLeftover(text, context) || refuseInvisible(text, context)) return z.NEVER;
	if (!isHttpUrl(text)) return refuseValue(context, ONE_ADDRESS, value, [], advice);
	const address = fileAddress(text);
	if (address !== undefined) return encodeSpaces(address);
	return refuse(context, `is a page about a file: ${quoted(text)}`, [], USE_THE_FILE);
}

export const urlSchema = changed(z.unknown(), (value, context) => readAddress(value, context));

export const optionalUrlSchema = optional(urlSchema);

/** JSON, as text or as the value itself; `then` checks the value. undefined when absent. */
export const jsonSchema = <T>(then: Schema<T>): Schema<T> =>
	changed(z.unknown(), (value, context): unknown => {
		const given = presentValue(value);
		if (typeof given !== 'string') return given;
		try {
			// A long number keeps its digits; of anything that is no JSON, JSON.parse says why.
			return parseJsonTwice(given) ?? JSON.parse(given);
		} catch (error) {
			return refuse(context, `must be JSON, but ${quoted(given)} was given (${asError(error).message})`);
		}
	}).pipe(then);

function leavesOf(value: unknown): unknown[] {
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

/** JSON fields of a request's body. A value that JSON would drop, or turn to null, comes from a failed expression. */
const fieldsSchema = checked(z.record(z.custom<Json>()), (fields, context) => {
	for (const [name, value] of Object.entries(fields)) {
		for (const leaf of leavesOf(value)) {
			if (typeof leaf === 'string') refuseLeftover(leaf, context);
			if (leaf !== undefined && (typeof leaf !== 'number' || Number.isFinite(leaf))) continue;
			refuse(context, `must hold JSON values, but ${quoted(name)} has ${quoted(leaf)}`);
		}
	}
});

/** The body of a request, as a JSON object. */
export const bodySchema = jsonSchema(fieldsSchema);

export const extraFieldsSchema = jsonSchema(fieldsSchema.optional());
