import { z } from 'zod/v3';
import type { Json } from '../service/request';
import { isObject } from '../service/values';
import { ways } from '../waits';
import { choice, collection, flag, json, optionalNumber, optionalText, optionalUrl } from './inputs';
import { quoted, refuse } from './issues';

/*
 * The parameters that operations of one type share, beside their own (for their fields see commonFields.ts). One that
 * the screen does not show is absent, and gets its default here.
 */

const positive = (schema: z.ZodNumber) => schema.positive();
const atLeastNone = (schema: z.ZodNumber) => schema.int().min(0);
const [firstWay, ...otherWays] = ways.map(({ value }) => value);

/** What JSON would drop, or turn to null, is the failure of an expression. */
function isJson(value: unknown): boolean {
	if (typeof value === 'number') return Number.isFinite(value);
	if (typeof value === 'object' && value !== null) return Object.values(value).every(isJson);
	return value !== undefined;
}

const extraFields = z.record(z.custom<Json>()).superRefine((fields, context) => {
	for (const [name, value] of Object.entries(fields)) {
		if (isJson(value)) continue;
		const what = isObject(value) ? 'none in one of its fields' : quoted(value);
		refuse(context, `must hold JSON values, but ${quoted(name)} has ${what}`);
	}
});

const waitOptions = {
	/** Minutes. */
	timeout: optionalNumber(positive).transform((minutes) => minutes ?? 180),
	onTimeout: choice(['error', 'returnPending'], 'error'),
	includeOtherFields: flag(false),
	maxFileSize: optionalNumber((schema) => schema.min(0)),
};

/** What an operation puts out, and how. */
const outputSettings = (downloads: boolean) => ({
	downloadResult: flag(downloads),
	binaryPropertyName: optionalText.transform((name) => name ?? 'data'),
	simplify: flag(true),
});

const createSettings = (downloads: boolean) =>
	z.object({
		waitForCompletion: flag(true),
		waitUsing: choice([firstWay ?? '', ...otherWays], firstWay ?? ''),
		webhookUrl: optionalUrl,
		...outputSettings(downloads),
		options: collection({
			...waitOptions,
			/** Minutes. */
			storeAfter: optionalNumber((schema) => schema.min(0)).transform((minutes) => minutes ?? 5),
			maxConcurrent: optionalNumber((schema) => schema.int().min(1).max(50)).transform((most) => most ?? 5),
			maxInProgress: optionalNumber(atLeastNone).transform((most) => most ?? 0),
			cancelOnStop: flag(false),
			minimumCredit: optionalNumber((schema) => schema.min(0)).transform((credits) => credits ?? 0),
			maxJobs: optionalNumber(atLeastNone).transform((most) => most ?? 0),
			remakeFailed: optionalNumber((schema) => schema.int().min(0).max(2)).transform((times) => times ?? 0),
			idempotencyKey: optionalText,
			/** Only for the screen. */
			moreFields: flag(true),
			reference: optionalText,
			checkOnly: flag(false),
			extraFields: json(extraFields.optional()),
		}),
	});
const schemas = { images: createSettings(true), others: createSettings(false) };

/** Settings of an operation that makes something. */
export function createSettingsOf({ makesImages }: { makesImages?: boolean }): typeof schemas.images {
	return makesImages === true ? schemas.images : schemas.others;
}
export type CreateSettings = z.output<typeof schemas.images>;

const defaults = { images: schemas.images.parse({}), others: schemas.others.parse({}) };
const defaultsOf = ({ makesImages }: { makesImages?: boolean }) =>
	makesImages === true ? defaults.images : defaults.others;

/** What a parked run keeps of settings. The extra fields are in its requests already. */
export function changedSettings(
	operation: { makesImages?: boolean },
	{ options: { extraFields: _, ...options }, ...settings }: CreateSettings,
): Record<string, unknown> {
	const { options: usualOptions, ...usual } = defaultsOf(operation);
	return { ...differing(settings, usual), options: differing(options, usualOptions) };
}

/** The settings of which a parked run kept this. */
export function settingsWith(
	operation: { makesImages?: boolean },
	{ options, ...settings }: Record<string, unknown> = {},
): CreateSettings {
	const usual = defaultsOf(operation);
	return { ...usual, ...settings, options: { ...usual.options, ...(isObject(options) && options) } };
}

function differing<T extends object>(given: T, usual: T): Partial<T> {
	const differences: Partial<T> = {};
	for (const name in given) if (given[name] !== usual[name]) differences[name] = given[name];
	return differences;
}

/** Settings of every operation that reads jobs. */
export const readSettings = z.object({
	waitForCompletion: flag(false),
	...outputSettings(false),
	options: collection(waitOptions),
});
export type ReadSettings = z.output<typeof readSettings>;
