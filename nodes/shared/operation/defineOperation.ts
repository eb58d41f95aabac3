import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { z } from '../zod';
import type { Environment } from '../async/environment';
import { jobKinds, translation, type JobKind } from '../jobs/kinds';
import type { ErrorGroup } from '../service/codes';
import type { Wanted } from '../service/fileType';
import type { Json, ServiceRequest } from '../service/request';
import { changed, type Schema } from '../service/schema';
import { without } from '../service/values';
import type { Transport } from '../transport/types';
import { schemaWith, type Given, type Media, type Parameter, type Parameters } from './parameters/builders';
import { errorMap } from './parameters/messages';

export interface Tools {
	context: IExecuteFunctions;
	transport: Transport;
	environment: Environment;
	item: number;
	mediaUrl: (medium: Media, label: string, wanted: Wanted) => Promise<string>;
	/** Once in a leg for all items. */
	once: <T>(key: string, make: () => Promise<T>) => Promise<T>;
	/** Milliseconds since the epoch, or Infinity. */
	answerBy: () => number;
	atEnd: (clean: () => Promise<void>) => void;
}

export interface Plan {
	request: ServiceRequest;
	preview?: { [key: string]: Json | undefined };
}

export interface Shown {
	/** n8n stores it in workflows. */
	value: string;
	name: string;
	description: string;
	action: string;
}

export type Bound<T> = { ok: true; value: T; input: unknown } | { ok: false; error: z.ZodError };

interface Ready<T> extends Shown {
	parameters: Parameters;
	options: Parameters;
	bind(parameters: unknown): Bound<T>;
}

export interface CreateOperation extends Ready<(tools: Tools) => Promise<Plan>> {
	type: 'create';
	kind: JobKind;
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
type BodyPlan = Omit<Plan, 'request'> & { body: ServiceRequest['body']; path?: string };

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
	const asked = ask(definition, (input) => async (tools: Tools): Promise<Plan> => {
		const { body, path = to.path, ...plan } = await definition.plan(input, tools);
		return { ...plan, request: { method: 'POST', group: kind.group, ...to, path, body, intent: 'create' } };
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

function ask<P extends Parameters, O extends Parameters, I, T>(
	{ parameters, options = {} as O, read }: Asks<P, O, I>,
	use: (input: I) => T,
) {
	const given = schemaWith(parameters, options);
	const input = (read ? changed(given, read) : given) as unknown as Schema<I>;
	const bind = (values: unknown): Bound<T> => {
		const { success, error, data } = input.safeParse(values, { errorMap });
		return success ? { ok: true, value: use(data), input: data } : { ok: false, error };
	};
	return { options, bind };
}
