import { isObject } from '../../service/values';
import { changed } from '../../service/schema';
import { isSession } from '../../jobs/kinds';
import type { Operation } from '../types';
import { collection, schemaOf, type Parameters, type ValuesOf } from '../parameters/builders';
import { createOptions, createParameters, createWaitOptions } from './create';
import { readOptions, readParameters, readWaitOptions } from './read';
import {
	readSessionOptions,
	readSessionWaitOptions,
	sessionOptions,
	sessionParameters,
	sessionWaitOptions,
} from './session';

/** The fields that an operation has beside its own, by their place on the screen. */
interface Settings {
	parameters: Parameters;
	/** The list Waiting, shown where the node waits. */
	waitOptions: Parameters;
	options: Parameters;
}

const NONE: Settings = { parameters: {}, waitOptions: {}, options: {} };

/** What an operation of its type has beside its own parameters and options. */
export function settingsOf(operation: Operation): Settings {
	if (operation.type === 'call') return NONE;
	const { type, kind } = operation;
	if (type === 'session') {
		const parameters = sessionParameters(true);
		return { parameters, waitOptions: sessionWaitOptions, options: sessionOptions };
	}
	if (type === 'read' && isSession(kind)) {
		const parameters = sessionParameters(false);
		return { parameters, waitOptions: readSessionWaitOptions, options: readSessionOptions };
	}
	if (type === 'read')
		return { parameters: readParameters, waitOptions: readWaitOptions, options: readOptions };
	const { cancelOnStop: _, ...waitOptions } = createWaitOptions;
	return {
		parameters: createParameters(operation.makesImages),
		waitOptions: kind.cancel ? createWaitOptions : waitOptions,
		options: createOptions,
	};
}

/** All settings of an item in one object; one that the screen does not show has its default. */
function flat<P extends Parameters, W extends Parameters, O extends Parameters>(
	parameters: P,
	waitOptions: W,
	options: O,
) {
	const whole = schemaOf({
		...parameters,
		waitOptions: collection('Waiting', waitOptions, {}),
		options: collection('Options', options, {}),
	});
	return changed(whole, (given) => {
		const { waitOptions: waiting, options: others, ...own } = given as ValuesOf<Parameters>;
		// What both places have is given in one of them.
		const present = Object.entries(own).filter(([, value]) => value !== undefined);
		return { ...Object(others), ...Object(waiting), ...Object.fromEntries(present) } as ValuesOf<O> &
			ValuesOf<W> &
			ValuesOf<P>;
	});
}

const schemas = {
	images: flat(createParameters(true), createWaitOptions, createOptions),
	others: flat(createParameters(false), createWaitOptions, createOptions),
};

type MakesImages = { makesImages: boolean };

/** Settings of an operation that makes something. */
export function createSettingsOf({ makesImages }: MakesImages) {
	return makesImages ? schemas.images : schemas.others;
}
export type CreateSettings = ReturnType<typeof schemas.images.parse>;

/** Settings of every operation that reads jobs. */
export const readSettings = flat(readParameters, readWaitOptions, readOptions);
export type ReadSettings = ReturnType<typeof readSettings.parse>;

/** Settings of the operation that opens a live avatar session. */
export const sessionSettings = flat(sessionParameters(true), sessionWaitOptions, sessionOptions);
export type SessionSettings = ReturnType<typeof sessionSettings.parse>;

const defaults = { images: schemas.images.parse({}), others: schemas.others.parse({}) };
const defaultsOf = ({ makesImages }: MakesImages) => (makesImages ? defaults.images : defaults.others);

/** What a parked run keeps of settings. The extra fields are in its requests already. */
export function changedSettings(
	operation: MakesImages,
	{ extraFields: _, ...settings }: CreateSettings,
): Record<string, unknown> {
	const usual = new Map(Object.entries(defaultsOf(operation)));
	return Object.fromEntries(Object.entries(settings).filter(([name, value]) => value !== usual.get(name)));
}

/** The settings of which a parked run kept this. */
export function settingsWith(operation: MakesImages, kept: unknown): CreateSettings {
	return { ...defaultsOf(operation), ...(isObject(kept) && kept) };
}
