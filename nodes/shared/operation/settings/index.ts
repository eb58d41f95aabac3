import { isSession } from '../../jobs/kinds';
import { changed, type Schema } from '../../service/schema';
import { isObject, without, withoutAbsent } from '../../service/values';
import { collection, schemaOf, type Parameters, type ValuesOf } from '../parameters/builders';
import type { CreateOperation, Operation } from '../defineOperation';
import { LISTS } from '../parameters/messages';
import * as all from './fields';

type Settings = Record<'parameters' | keyof typeof LISTS, Parameters>;

function flat<S extends Settings>(fields: S) {
	const list = (name: keyof typeof LISTS) => collection(LISTS[name], fields[name], {});
	const lists = { waitOptions: list('waitOptions'), limits: list('limits'), options: list('options') };
	return changed(schemaOf({ ...fields.parameters, ...lists }), (given) => {
		const { waitOptions, limits, options, ...own } = given as ValuesOf<Parameters>;
		const all: unknown = Object.assign(Object(options), limits, waitOptions, withoutAbsent(own));
		return all as ValuesOf<S['options'] & S['limits'] & S['waitOptions'] & S['parameters']>;
	});
}

function creates(makesImages: boolean) {
	const parameters = all.createParameters(makesImages);
	const fields = {
		parameters,
		waitOptions: all.createWaitOptions,
		limits: all.createLimits,
		options: all.createOptions,
	};
	const schema = flat(fields);
	return { fields, schema, defaults: schema.parse({}) };
}
const [ofImages, ofOthers] = [creates(true), creates(false)];

export type CreateSettings = typeof ofImages.defaults;

const sessionSettings = changed(flat(all.sessionFields), (given): CreateSettings => ({
	...ofOthers.defaults,
	...given,
}));

type Creates = Pick<CreateOperation, 'kind' | 'makesImages'>;
const createsLike = ({ makesImages }: Creates) => (makesImages ? ofImages : ofOthers);

export function settingsOf(operation: Operation): Settings {
	switch (operation.type) {
		case 'call':
			return { parameters: {}, waitOptions: {}, limits: {}, options: {} };
		case 'read':
			return isSession(operation.kind) ? all.readSessionFields : all.readFields;
		case 'create': {
			if (isSession(operation.kind)) return all.sessionFields;
			const { fields } = createsLike(operation);
			// The service can cancel only tasks of Face Swap, and reports no other balance.
			if (operation.kind.group === 'faceSwap') return fields;
			const waitOptions = without(fields.waitOptions, 'cancelOnStop');
			return { ...fields, waitOptions, limits: without(fields.limits, 'minimumCredit') };
		}
	}
}

export const settingsSchemaOf = (operation: Creates): Schema<CreateSettings> =>
	isSession(operation.kind) ? sessionSettings : createsLike(operation).schema;

export const defaultsOf = (operation: Creates): CreateSettings => createsLike(operation).defaults;

export const readSettings = flat(all.readFields);
export type ReadSettings = ReturnType<typeof readSettings.parse>;

/** The requests of a suspended run already have the extra fields. */
export function changedSettings(operation: Creates, settings: CreateSettings): Record<string, unknown> {
	const usual = new Map(Object.entries(defaultsOf(operation)));
	const isKept = (name: string, value: unknown) => name !== 'extraFields' && value !== usual.get(name);
	return Object.fromEntries(Object.entries(settings).filter(([name, value]) => isKept(name, value)));
}

export const settingsWith = (operation: Creates, kept: unknown): CreateSettings => ({
	...defaultsOf(operation),
	...(isObject(kept) && kept),
});
