import { z } from 'zod/v3';
import type { Json } from '../../service/request';
import { changed, checked, prepared, type Schema } from '../../service/schema';
import { leftoverIn } from '../../service/leftovers';
import { encodeSpaces, isHttpUrl } from '../../service/urls';
import { isObject } from '../../service/values';
import { quoted, refuse } from './messages';

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
function optional<T>(schema: Schema<T>): Schema<T | undefined> {
	return prepared(presentValue, schema.optional());
}

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

function within({ min, max, above, whole }: NumberLimits): z.ZodNumber {
	let schema = z.number().finite();
	if (whole) schema = schema.int();
	if (above !== undefined) schema = schema.gt(above);
	if (min !== undefined) schema = schema.min(min);
	return max === undefined ? schema : schema.max(max);
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
export function flagSchema(fallback: boolean) {
	return prepared((value) => {
		const given = presentValue(value) ?? fallback;
		const word = typeof given === 'string' ? given.trim().toLowerCase() : given;
		if (word === 'true') return true;
		return word === 'false' ? false : given;
	}, z.boolean());
}

/** The same, undefined when absent or empty: whether someone chose it is told apart. */
export const optionalFlagSchema = optional(flagSchema(false));

/** What a choice offers: a value, and what the screen calls it. */
interface Choice<V> {
	value: V;
	name: string;
}

/**
 * One of the values of a list, also as a text where they are numbers, or by its name: undefined when absent or empty. A
 * refusal says what a number means.
 */
export const choiceSchema = <const V extends string | number>(choices: ReadonlyArray<Choice<V>>) =>
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
		return refuse(context, `must be one of ${words.join(', ')}, but ${quoted(given)} was given`);
	});

/** An http or https address. */
export const urlSchema = changed(textSchema, (value, context): string => {
	if (isHttpUrl(value)) return encodeSpaces(value);
	return refuse(
		context,
		`must be one whole address that starts with http:// or https://, but ${quoted(value)} was given`,
	);
});

/** An optional http or https address: undefined when absent or empty. */
export const optionalUrlSchema = optional(urlSchema);

/** JSON, as text or as the value itself; `then` checks the value. undefined when absent. */
export function jsonSchema<T>(then: Schema<T>): Schema<T> {
	return changed(z.unknown(), (value, context): unknown => {
		if (typeof value !== 'string') return presentValue(value);
		if (value.trim() === '') return undefined;
		try {
			return JSON.parse(value);
		} catch (error) {
			const why = error instanceof Error ? error.message : 'it can’t be parsed';
			return refuse(context, `must be JSON, but ${quoted(value)} was given (${why})`);
		}
	}).pipe(then);
}

/** What JSON would drop, or turn to null, is the failure of an expression. */
function isJson(value: unknown): boolean {
	if (typeof value === 'number') return Number.isFinite(value);
	if (typeof value === 'object' && value !== null) return Object.values(value).every(isJson);
	return value !== undefined;
}

/** All texts within a JSON value. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Fields of a request's body. */
export const extraFieldsSchema = checked(z.record(z.custom<Json>()), (fields, context) => {
	for (const each of textsIn(fields)) refuseLeftover(each, context);
	for (const [name, value] of Object.entries(fields)) {
		if (isJson(value)) continue;
		const what = isObject(value) ? 'none in one of its fields' : quoted(value);
		refuse(context, `must hold JSON values, but ${quoted(name)} has ${what}`);
	}
});
