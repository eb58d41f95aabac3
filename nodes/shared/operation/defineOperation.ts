import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { z } from '../zod';
import type { Environment } from '../async/environment';
import { jobKinds, translation, type JobKind, isSession } from '../jobs/kinds';
import type { ErrorGroup } from '../service/failure';
import type { Wanted } from '../service/fileType';
import type { ServiceRequest } from '../service/request';
import { changed, type Schema } from '../service/schema';
import { without } from '../service/values';
import type { Transport } from '../transport/transport';
import { collection, fieldsIn, schemaOf } from './parameters/builders';
import type { Given, Parameter, Parameters } from './parameters/builders';
import { LISTS } from './parameters/messages';
import type { Media } from './parameters/schemas';
import { createLimits } from './limits';
import * as all from './settings';

export interface Tools {
	context: IExecuteFunctions;
	transport: Transport;
	environment: Environment;
	item: number;
	/** The Base URL. */
	serviceUrl: () => Promise<string>;
	mediaUrl: (medium: Media, label: string, wanted: Wanted) => Promise<string>;
	/** Once in a leg for all items. */
	once: <T>(key: string, make: () => Promise<T>) => Promise<T>;
	/** Milliseconds since the epoch, or Infinity. */
	answerBy: () => number;
	atEnd: (clean: () => Promise<void>) => void;
}

export interface Shown {
	/** n8n stores it in workflows. */
	value: string;
	/** By default the words of the value, such as Send Message. */
	name?: string;
	description: string;
	action: string;
}

/** "Send Message" for `sendMessage`, and "Face Swap" for "Face swap". */
export const titleOf = (words: string) =>
	words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()).replace(/(?<=[a-z])[A-Z]/g, ' $&');

export interface Asked<T> {
	value: T;
	/** The hash of a request depends on it. */
	input: unknown;
	settings: Settings;
}

export interface Ready<T> extends Required<Shown> {
	/** Its own. It also has those of `settingsOf`. */
	parameters: Parameters;
	options: Parameters;
	properties: readonly INodeProperties[];
	schema: Schema<Asked<T>>;
}

export interface CreateOperation extends Ready<(tools: Tools) => Promise<ServiceRequest>> {
	type: 'create';
	kind: JobKind;
	/** `jobType` chooses one of them. */
	kinds?: readonly JobKind[];
	makesImages?: boolean;
}
export interface ReadOperation extends Ready<string[]> {
	type: 'read';
	kind: JobKind;
	many?: boolean;
}
export interface CallOperation extends Ready<(tools: Tools) => Promise<IDataObject[]>> {
	type: 'call';
	begin?: (tools: Tools) => Promise<void>;
}

export type Operation = CreateOperation | ReadOperation | CallOperation;

export interface Resource {
	value: string;
	name: string;
	operations: readonly Operation[];
	isHiddenFromTools?: boolean;
}

type None = Readonly<Record<string, never>>;

const kinds = { ...jobKinds, translation };
type KindName = keyof typeof kinds;

interface Asks<P extends Parameters, O extends Parameters, I> extends Shown {
	parameters: P;
	options?: O;
	read?(given: Given<P, O>, context: z.RefinementCtx): I;
}

interface CreateDefinition<P extends Parameters, O extends Parameters, I>
	extends Asks<P, O, I>, Pick<CreateOperation, 'makesImages'> {
	kind: KindName;
	to: Pick<ServiceRequest, 'path' | 'otherPath' | 'fallbackToGet' | 'check'> & { group?: ErrorGroup };
	plan(input: I, tools: Tools): Promise<BodyPlan> | BodyPlan;
}
type BodyPlan = Pick<ServiceRequest, 'body' | 'doubt'> & { path?: string };

interface ReadDefinition extends Shown, Pick<ReadOperation, 'many'> {
	kind: KindName;
	/** All of them are IDs. */
	parameters: Readonly<Record<string, Parameter<string | string[]>>>;
}

interface CallDefinition<P extends Parameters, O extends Parameters, I>
	extends Asks<P, O, I>, Pick<CallOperation, 'begin'> {
	call(input: I, tools: Tools): Promise<object | object[]>;
}

export function defineCreate<P extends Parameters, O extends Parameters = None, I = Given<P, O>>(
	definition: CreateDefinition<P, O, I>,
): CreateOperation {
	const { to, makesImages } = definition;
	const kind = kinds[definition.kind];
	const sort = { type: 'create', kind, makesImages } as const;
	const asked = ask(definition, sort, (input) => async (tools: Tools): Promise<ServiceRequest> => {
		const { body, doubt, path = to.path } = await definition.plan(input, tools);
		return { method: 'POST', group: kind.group, ...to, path, body, doubt, intent: 'create' };
	});
	return { ...definition, ...asked, ...sort };
}

export function defineRead(definition: ReadDefinition): ReadOperation {
	const sort = { type: 'read', kind: kinds[definition.kind] } as const;
	const idsIn = (input: Record<string, unknown>) =>
		Object.values(without(input, 'options')).flat().map(String);
	return { ...definition, ...ask(definition, sort, idsIn), ...sort };
}

export const defineGet = (definition: Omit<ReadDefinition, 'value'>) =>
	defineRead({ value: 'get', ...definition });

export function defineCall<P extends Parameters, O extends Parameters = None, I = Given<P, O>>(
	definition: CallDefinition<P, O, I>,
): CallOperation {
	const sort = { type: 'call' } as const;
	const asked = ask(definition, sort, (input) => async (tools: Tools) => {
		return [await definition.call(input, tools)].flat().map((each): IDataObject => ({ ...each }));
	});
	return { ...definition, ...asked, ...sort };
}

export const defineGetMany = <P extends Parameters>(
	definition: Omit<CallDefinition<P, None, Given<P, None>>, 'value' | 'name'>,
) => defineCall({ value: 'getAll', name: 'Get Many', ...definition });

function ask<P extends Parameters, O extends Parameters, I, T>(
	{ value, name = titleOf(value), parameters, options = {} as O, read }: Asks<P, O, I>,
	sort: Sort,
	use: (input: I) => T,
) {
	const { parameters: common = {}, waitOptions = {}, limits = {}, options: inCommon = {} } = settingsOf(sort);
	const alone: Parameters = { ...parameters, ...common };
	const every = {
		...alone,
		waitOptions: collection(LISTS.waitOptions, waitOptions, {
			placeholder: 'Add waiting option',
			displayOptions: { show: { waitForCompletion: [true] } },
		}),
		limits: collection(LISTS.limits, limits, { placeholder: 'Add limit' }),
		options: collection(LISTS.options, { ...options, ...inCommon }, { placeholder: 'Add option' }),
	};
	const [own, ofOptions] = [withoutDefaults(parameters), withoutDefaults(options)];
	const schema = changed(schemaOf(every), (given, context): Asked<T> => {
		const asked = { ...picked(given, parameters), options: picked(given.options, options) } as Given<P, O>;
		const input = (read ? read(asked, context) : asked) as I & { options?: object };
		return {
			value: use(input),
			input: { ...own(input), options: ofOptions(input.options) },
			settings: {
				...{ ...defaultSettings, ...given.waitOptions, ...given.limits },
				...{ ...picked(given.options, inCommon), ...picked(given, common) },
			},
		};
	});
	const isFilled = ({ options: entries }: INodeProperties) => entries?.length !== 0;
	return { name, options, properties: fieldsIn(every).filter(isFilled), schema };
}

const picked = (given: Record<string, unknown>, fields: Parameters) =>
	Object.fromEntries(Object.keys(fields).map((name) => [name, given[name]]));

/** A new or moved parameter leaves the hash of each earlier request as it is, or a retry after an update pays again. */
function withoutDefaults(parameters: Parameters) {
	const defaultOf = ({ schema }: Parameter) => JSON.stringify(schema.safeParse(undefined).data);
	const usual = new Map(Object.entries(parameters).map(([name, field]) => [name, defaultOf(field)]));
	return (given: object = {}): object => {
		const set = Object.entries(given).filter(([name, value]) => JSON.stringify(value) !== usual.get(name));
		return Object.fromEntries(set.sort(([one], [other]) => (one < other ? -1 : 1)));
	};
}

type Sort = Pick<Operation, 'type'> & Partial<Pick<CreateOperation, 'kind' | 'makesImages'>>;
type Lists = Partial<Record<'parameters' | keyof typeof LISTS, Parameters>>;

/** The settings of all operations of a sort, which come after their own parameters and options. */
export function settingsOf({ type, kind, makesImages = false }: Sort): Lists {
	if (!kind) return {};
	const isOfSession = isSession(kind);
	if (type === 'read') return isOfSession ? all.readSessionFields : all.readFields;
	if (isOfSession) return all.sessionFields;
	const fields = { waitOptions: all.createWaitOptions, limits: createLimits, options: all.createOptions };
	const parameters = all.createParameters(makesImages);
	// The service can cancel only tasks of Face Swap, and reports no other balance.
	if (kind.group === 'faceSwap') return { ...fields, parameters };
	const waitOptions = without(fields.waitOptions, 'cancelOnStop');
	return { ...fields, parameters, waitOptions, limits: without(createLimits, 'minimumCredit') };
}

/** By name, whatever their list. */
export const settingsOfCreates = { ...all.createWaitOptions, ...createLimits, ...all.createOptions };

/** n8n gives each parameter that it shows, so that the default of the screen counts. */
export const defaultSettings = schemaOf({ ...settingsOfCreates, ...all.createParameters(false) }).parse({});
/** Of creates. Those that a read or a session lacks have their defaults. */
export type Settings = typeof defaultSettings;

/** The requests of a suspended run already have the extra fields. */
export function changedSettings(settings: Settings): Record<string, unknown> {
	const usual: Record<string, unknown> = { ...defaultSettings, extraFields: settings.extraFields };
	return Object.fromEntries(Object.entries(settings).filter(([name, value]) => value !== usual[name]));
}
