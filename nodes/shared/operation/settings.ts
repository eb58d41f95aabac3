import { isObject } from '../service/values';
import { createParameters, readParameters } from './common';
import { createOptions, waitOptions } from './commonOptions';
import { schemaWith } from './parameter';
import type { CreateOperation } from './types';

/* The values of the parameters that operations of one type share. One that the screen does not show has its default. */

const schemas = {
	images: schemaWith(createParameters(true), createOptions),
	others: schemaWith(createParameters(false), createOptions),
};

type MakesImages = Pick<CreateOperation, 'makesImages'>;

/** Settings of an operation that makes something. */
export function createSettingsOf({ makesImages }: MakesImages) {
	return makesImages ? schemas.images : schemas.others;
}
export type CreateSettings = ReturnType<typeof schemas.images.parse>;

const defaults = { images: schemas.images.parse({}), others: schemas.others.parse({}) };
const defaultsOf = ({ makesImages }: MakesImages) => (makesImages ? defaults.images : defaults.others);

/** What a parked run keeps of settings. The extra fields are in its requests already. */
export function changedSettings(
	operation: MakesImages,
	{ options: { extraFields: _, ...options }, ...settings }: CreateSettings,
): Record<string, unknown> {
	const { options: usualOptions, ...usual } = defaultsOf(operation);
	return { ...differing(settings, usual), options: differing(options, usualOptions) };
}

/** The settings of which a parked run kept this. */
export function settingsWith(
	operation: MakesImages,
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
export const readSettings = schemaWith(readParameters, waitOptions);
export type ReadSettings = ReturnType<typeof readSettings.parse>;
