import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { z } from '../zod';
import type { Environment } from '../async/environment';
import { jobKinds, translation, type JobKind, isSession } from '../jobs/kinds';
import type { ErrorGroup } from '../service/failure';
import type { Wanted } from '../service/fileType';
import type { ServiceRequest } from '../service/request';
import { changed, type Schema } from '../service/schema';
import { without, withoutAbsent } from '../service/values';
import type { Transport } from '../transport/transport';
import { schemaWith, collection, schemaOf } from './parameters/builders';
import type { Given, Media, Parameter, Parameters, ValuesOf } from './parameters/builders';
import { LISTS, readAt } from './parameters/messages';
import { fieldsSchema } from './parameters/schemas';
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
	name: string;
	description: string;
	action: string;
}

export interface Asked<T> {
	value: T;
	/** The hash of a request depends on it. */
	input: unknown;
}

interface Ready<T> extends Shown {
	parameters: Parameters;
	options: Parameters;
	schema: Schema<Asked<T>>;
}

export interface CreateOperation extends Ready<(tools: Tools) => Promise<ServiceRequest>> {
	type: 'create';
	kind: JobKind;
	makesImages?: boolean;
	/** Fields of the interface that the request may lack, so that Extra Fields may have them. */
	fields?: z.ZodRawShape;
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
	extends Asks<P, O, I>, Pick<CreateOperation, 'makesImages' | 'fields'> {
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
	const { to } = definition;
	const kind = kinds[definition.kind];
	const asked = ask(definition, (input) => async (tools: Tools): Promise<ServiceRequest> => {
		const { body, doubt, path = to.path } = await definition.plan(input, tools);
		return { method: 'POST', group: kind.group, ...to, path, body, doubt, intent: 'create' };
	});
	return { ...definition, ...asked, kind, type: 'create' };
}

export function defineRead(definition: ReadDefinition): ReadOperation {
	const idsIn = (input: Record<string, unknown>) =>
		Object.values(without(input, 'options')).flat().map(String);
	return { ...definition, ...ask(definition, idsIn), kind: kinds[definition.kind], type: 'read' };
}

export const defineGet = (definition: Omit<ReadDefinition, 'value' | 'name'>) =>
	defineRead({ value: 'get', name: 'Get', ...definition });

export function defineCall<P extends Parameters, O extends Parameters = None, I = Given<P, O>>(
	definition: CallDefinition<P, O, I>,
): CallOperation {
	const asked = ask(definition, (input) => async (tools: Tools) => {
		const answer = await definition.call(input, tools);
		return [answer].flat().map((each): IDataObject => ({ ...each }));
	});
	return { ...definition, ...asked, type: 'call' };
}

export const defineGetMany = <P extends Parameters>(
	definition: Omit<CallDefinition<P, None, Given<P, None>>, 'value' | 'name'>,
) => defineCall({ value: 'getAll', name: 'Get Many', ...definition });

function ask<P extends Parameters, O extends Parameters, I, T>(
	{ parameters, options = {} as O, read }: Asks<P, O, I>,
	use: (input: I) => T,
) {
	const given = schemaWith(parameters, options);
	type Input = I & { options?: object };
	const input = (read ? changed(given, read) : given) as unknown as Schema<Input>;
	const [own, ofOptions] = [withoutDefaults(parameters), withoutDefaults(options)];
	const schema = changed(input, (data): Asked<T> => ({
		value: use(data),
		input: { ...own(data), options: ofOptions(data.options) },
	}));
	return { options, schema };
}

/** A new or moved parameter leaves the hash of each earlier request as it is, or a retry after an update pays again. */
function withoutDefaults(parameters: Parameters) {
	const defaultOf = ({ schema }: Parameter) => JSON.stringify(schema.safeParse(undefined).data);
	const usual = new Map(Object.entries(parameters).map(([name, field]) => [name, defaultOf(field)]));
	return (given: object = {}): object => {
		const set = Object.entries(given).filter(([name, value]) => JSON.stringify(value) !== usual.get(name));
		return Object.fromEntries(set.sort(([one], [other]) => (one < other ? -1 : 1)));
	};
}

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

const createFields = (makesImages?: boolean) => ({
	parameters: all.createParameters(makesImages === true),
	waitOptions: all.createWaitOptions,
	limits: createLimits,
	options: all.createOptions,
});
/** By name, whatever their list. */
export const settingsOfCreates = { ...all.createWaitOptions, ...createLimits, ...all.createOptions };

const createSettings = flat(createFields());
/** n8n gives each parameter that it shows, so that the default of the screen counts. */
export const defaultSettings = createSettings.parse({});
export type CreateSettings = typeof defaultSettings;

const sessionSettings = changed(flat(all.sessionFields), (given): CreateSettings => ({
	...defaultSettings,
	...given,
}));

export function settingsOf(operation: Operation): Settings {
	if (operation.type === 'call') return { parameters: {}, waitOptions: {}, limits: {}, options: {} };
	const isOfSession = isSession(operation.kind);
	if (operation.type === 'read') return isOfSession ? all.readSessionFields : all.readFields;
	if (isOfSession) return all.sessionFields;
	const fields = createFields(operation.makesImages);
	// The service can cancel only tasks of Face Swap, and reports no other balance.
	if (operation.kind.group === 'faceSwap') return fields;
	const waitOptions = without(fields.waitOptions, 'cancelOnStop');
	return { ...fields, waitOptions, limits: without(fields.limits, 'minimumCredit') };
}

/** Extra Fields are read as the parameters are. */
export function settingsSchemaOf({
	kind,
	fields: own,
}: Pick<CreateOperation, 'kind' | 'fields'>): Schema<CreateSettings> {
	const schema = isSession(kind) ? sessionSettings : createSettings;
	const fields = fieldsSchema({ ...own });
	return changed(schema, (settings, context) => {
		const inPlace = (path: z.ZodIssue['path']) => ['options', 'extraFields', ...path];
		const read = settings.extraFields && readAt(fields, settings.extraFields, context, inPlace);
		return read ? { ...settings, extraFields: withoutAbsent(read) } : settings;
	});
}

export const readSettings = flat(all.readFields);
export type ReadSettings = ReturnType<typeof readSettings.parse>;

/** The requests of a suspended run already have the extra fields. */
export function changedSettings(settings: CreateSettings): Record<string, unknown> {
	const usual: Record<string, unknown> = { ...defaultSettings, extraFields: settings.extraFields };
	return Object.fromEntries(Object.entries(settings).filter(([name, value]) => value !== usual[name]));
}
