import { z } from 'zod/v3';
import type { Json } from '../../service/request';
import { changed, checked, prepared, type Schema } from '../../service/schema';
import { leftoverIn } from '../../service/leftovers';
import { encodeSpaces, isHttpUrl } from '../../service/urls';
import { parseJsonTwice } from '../../service/values';
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

/** undefined for an absent parameter (one that the screen does not show), or an empty cell of a table. */
export function presentValue(value: unknown): unknown {
	return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}

/** The same schema, which gives undefined for what is absent or empty. */
export const optional = <T>(schema: Schema<T>) => prepared(presentValue, schema.optional());

/**
 * A required text, trimmed, without what a failed expression leaves in it. Numbers are taken as texts; NaN and Infinity
 * are such failures.
 */
export const textSchema = checked(
	prepared((value) => (Number.isFinite(value) ? String(value) : value), z.string().trim().min(1)),
	refuseLeftover,
);

function refuseLeftover(value: string, context: z.RefinementCtx): void {
	const leftover = leftoverIn(value);
	if (leftover) refuse(context, leftover.message, [], leftover.description);
}

/** An optional text: undefined when absent or empty. */
export const optionalTextSchema = optional(textSchema);

/** One identifier, from a resource locator or plain. */
export const idSchema = prepared(locatorValue, textSchema);

/** An optional identifier: undefined when absent. */
export const optionalIdSchema = prepared(locatorValue, optional(textSchema));

/** The same, of a kind that may also be a number: one that was given stays one. */
export const optionalIdOrNumberSchema = prepared(
	locatorValue,
	optional(z.union([z.number().finite(), textSchema])),
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
	changed(z.array(textSchema).min(1), (list) => [...new Set(list)]),
);

function idsIn(entry: unknown): unknown[] {
	// What is refused is told as it came.
	return typeof entry === 'string' && !leftoverIn(entry) ? splitList(entry) : [entry];
}

/** The entries of a list in a text, with commas, spaces or ends of lines between them, or as JSON. */
export function splitList(list: string): string[] {
	return list.split(/[\s,;"'[\]]+/).filter((part) => part !== '');
}

/** What a number must be. */
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

/** The same: undefined when absent or empty. */
export const optionalNumberSchema = (limits: NumberLimits = {}) =>
	prepared((value) => asNumber(presentValue(value)), within(limits).optional());

function asNumber(value: unknown): unknown {
	if (typeof value !== 'string' || value.trim() === '') return value;
	const converted = Number(value);
	return Number.isFinite(converted) ? converted : value;
}

/** A boolean, or one of the texts `true` and `false`, which spreadsheets write in capitals; `fallback` when absent. */
export const flagSchema = (fallback: boolean) =>
	prepared((value) => {
		const given = presentValue(value) ?? fallback;
		const word = typeof given === 'string' ? given.trim().toLowerCase() : given;
		return word === 'true' || (word !== 'false' && given);
	}, z.boolean());

/**
 * One of the values of a list, also as a text where they are numbers, or by its name: undefined when absent or empty. A
 * refusal says what a number means.
 */
export const choiceSchema = <const V extends string | number>(
	choices: ReadonlyArray<{ value: V; name: string }>,
) =>
	changed(z.unknown(), (given, context): V | undefined => {
		if (presentValue(given) === undefined) return undefined;
		const word = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : undefined;
		const found =
			choices.find(({ value }) => String(value) === word) ??
			choices.find(({ name }) => name.toLowerCase() === word?.toLowerCase());
		if (found) return found.value;
		const words = choices.map(({ value, name }) =>
			/^\d+$/.test(String(value)) ? `${value} (${name})` : value,
		);
		return refuseValue(context, `one of ${words.join(', ')}`, given);
	});

/** What an address must be. */
export const ONE_ADDRESS = 'one whole address that starts with http:// or https://';

/** An http or https address. */
export const urlSchema = changed(textSchema, (value, context): string =>
	isHttpUrl(value) ? encodeSpaces(value) : refuseValue(context, ONE_ADDRESS, value),
);

/** An optional http or https address: undefined when absent or empty. */
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

/** All that is in a JSON value, without what only holds others. */
function leavesOf(value: unknown): unknown[] {
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

/** JSON fields of a request's body. What JSON would drop, or turn to null, is the failure of an expression. */
export const extraFieldsSchema = jsonSchema(
	checked(z.record(z.custom<Json>()), (fields, context) => {
		for (const [name, value] of Object.entries(fields)) {
			for (const leaf of leavesOf(value)) {
				if (typeof leaf === 'string') refuseLeftover(leaf, context);
				if (leaf !== undefined && (typeof leaf !== 'number' || Number.isFinite(leaf))) continue;
				refuse(context, `must hold JSON values, but ${quoted(name)} has ${quoted(leaf)}`);
			}
		}
	}).optional(),
);
