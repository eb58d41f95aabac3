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

const createFields = (makesImages: boolean) => ({
	parameters: createParameters(makesImages),
	waitOptions: createWaitOptions,
	options: createOptions,
});

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
			const fields = createFields(operation.makesImages);
			const { cancelOnStop: _, ...waitOptions } = fields.waitOptions;
			return operation.kind.cancel ? fields : { ...fields, waitOptions };
		}
	}
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
		return { ...Object(others), ...Object(waiting), ...withoutAbsent(own) } as ValuesOf<O> &
			ValuesOf<W> &
			ValuesOf<P>;
	});
}

const schemas = { images: flat(createFields(true)), others: flat(createFields(false)) };

type MakesImages = { makesImages: boolean };

/** Settings of an operation that makes something. */
export function createSettingsOf({ makesImages }: MakesImages) {
	return makesImages ? schemas.images : schemas.others;
}
export type CreateSettings = ReturnType<typeof schemas.images.parse>;

/** Settings of every operation that reads jobs. */
export const readSettings = flat(readFields);
export type ReadSettings = ReturnType<typeof readSettings.parse>;

/** Settings of the operation that opens a live avatar session. */
export const sessionSettings = flat(sessionFields);
export type SessionSettings = ReturnType<typeof sessionSettings.parse>;

const defaults = { images: schemas.images.parse({}), others: schemas.others.parse({}) };
const defaultsOf = ({ makesImages }: MakesImages) => (makesImages ? defaults.images : defaults.others);

/** What a parked run keeps of settings. Those that go into the body are in its requests already. */
export function changedSettings(operation: MakesImages, settings: CreateSettings): Record<string, unknown> {
	const usual = new Map(Object.entries(defaultsOf(operation)));
	return Object.fromEntries(
		Object.entries(settings).filter(
			([name, value]) => !BODY_SETTINGS.includes(name) && value !== usual.get(name),
		),
	);
}

/** The settings of which a parked run kept this. */
export function settingsWith(operation: MakesImages, kept: unknown): CreateSettings {
	return { ...defaultsOf(operation), ...(isObject(kept) && kept) };
}
