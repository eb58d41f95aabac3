import { isSession } from '../../jobs/kinds';
import { changed } from '../../service/schema';
import { isObject, withoutAbsent } from '../../service/values';
import { collection, schemaOf, type Parameters, type ValuesOf } from '../parameters/builders';
import type { Operation } from '../types';
import { BODY_SETTINGS } from './bodySettings';
import { createOptions, createParameters, createWaitOptions } from './create';
import { readFields, readSessionFields, sessionFields } from './shared';

/** The fields that an operation has beside its own, by their place on the screen. */
interface Settings<P = Parameters, W = Parameters, O = Parameters> {
	parameters: P;
	/** The list Waiting, shown where the node waits. */
	waitOptions: W;
	options: O;
}

/** All settings of an item in one object; one that the screen does not show has its default. */
function flat<P extends Parameters, W extends Parameters, O extends Parameters>({
	parameters,
	waitOptions,
	options,
}: Settings<P, W, O>) {
	const whole = schemaOf({
		...parameters,
		waitOptions: collection('Waiting', waitOptions, {}),
		options: collection('Options', options, {}),
	});
	return changed(whole, (given) => {
		const { waitOptions: waiting, options: others, ...own } = given as ValuesOf<Parameters>;
		// What both places have is given in one of them.
		return Object.assign(Object(others), waiting, withoutAbsent(own)) as ValuesOf<O> &
			ValuesOf<W> &
			ValuesOf<P>;
	});
}

function creates(makesImages: boolean) {
	const parameters = createParameters(makesImages);
	const fields = { parameters, waitOptions: createWaitOptions, options: createOptions };
	const schema = flat(fields);
	return { fields, schema, defaults: schema.parse({}) };
}
const [ofImages, ofOthers] = [creates(true), creates(false)];

type MakesImages = { makesImages?: boolean };
const createsLike = ({ makesImages }: MakesImages) => (makesImages ? ofImages : ofOthers);

/** What an operation of its type has beside its own parameters and options. */
export function settingsOf(operation: Operation): Settings {
	switch (operation.type) {
		case 'call':
			return { parameters: {}, waitOptions: {}, options: {} };
		case 'session':
			return sessionFields;
		case 'read':
			return isSession(operation.kind) ? readSessionFields : readFields;
		case 'create': {
			const { fields } = createsLike(operation);
			const { cancelOnStop: _, ...waitOptions } = fields.waitOptions;
			return operation.kind.cancel ? fields : { ...fields, waitOptions };
		}
	}
}

/** Settings of an operation that makes something. */
export const createSettingsOf = (operation: MakesImages) => createsLike(operation).schema;
export type CreateSettings = typeof ofImages.defaults;

/** Settings of every operation that reads jobs. */
export const readSettings = flat(readFields);
export type ReadSettings = ReturnType<typeof readSettings.parse>;

/** Settings of the operation that opens a live avatar session. */
export const sessionSettings = flat(sessionFields);
export type SessionSettings = ReturnType<typeof sessionSettings.parse>;

/** What a parked run keeps of settings. Those that go into the body are in its requests already. */
export function changedSettings(operation: MakesImages, settings: CreateSettings): Record<string, unknown> {
	const usual = new Map(Object.entries(createsLike(operation).defaults));
	const isKept = (name: string, value: unknown) => !BODY_SETTINGS.includes(name) && value !== usual.get(name);
	return Object.fromEntries(Object.entries(settings).filter(([name, value]) => isKept(name, value)));
}

/** The settings of which a parked run kept this. */
export const settingsWith = (operation: MakesImages, kept: unknown): CreateSettings => ({
	...createsLike(operation).defaults,
	...(isObject(kept) && kept),
});
