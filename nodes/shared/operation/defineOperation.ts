import type { IDataObject } from 'n8n-workflow';
import { changed, type Schema } from '../service/schema';
import { errorMap } from './parameters/messages';
import { schemaWith, type Given, type Parameter, type Parameters } from './parameters/builders';
import type {
	Asks,
	Bound,
	CallDefinition,
	CallOperation,
	CreateDefinition,
	CreateOperation,
	Plan,
	ReadDefinition,
	ReadOperation,
	SessionOperation,
	Tools,
} from './types';

type None = Readonly<Record<string, never>>;

/** Defines an operation that makes a job. */
export function defineCreate<P extends Parameters, O extends Parameters = None, I = Given<P, O>>(
	definition: CreateDefinition<P, O, I>,
): CreateOperation {
	const { makesImages = false } = definition;
	return { ...definition, ...planned(definition), type: 'create', makesImages };
}

/** Defines the operation that opens a live avatar session. */
export function defineSession<P extends Parameters, O extends Parameters = None, I = Given<P, O>>(
	definition: CreateDefinition<P, O, I>,
): SessionOperation {
	return { ...definition, ...planned(definition), type: 'session' };
}

function planned<P extends Parameters, O extends Parameters, I>(definition: CreateDefinition<P, O, I>) {
	const { kind, to } = definition;
	return ask(definition, (input) => async (tools: Tools): Promise<Plan> => {
		const { body, ...plan } = await definition.plan(input, tools);
		return { ...plan, request: { method: 'POST', group: kind.group, ...to, body, intent: 'create' } };
	});
}

/** Defines an operation that reads jobs by their ids. */
export function defineRead<P extends Parameters, O extends Parameters = None, I = Given<P, O>>(
	definition: ReadDefinition<P, O, I>,
): ReadOperation {
	const asked = ask(definition, (input) => definition.ids(input));
	return { ...definition, ...asked, type: 'read', many: definition.many ?? false };
}

/** Defines the Get of one record for each item; `parameters` has its id alone. */
export function defineGet(
	shown: Pick<ReadOperation, 'kind' | 'action' | 'description'> & {
		parameters: Record<string, Parameter<string>>;
	},
): ReadOperation {
	return defineRead({
		value: 'get',
		name: 'Get',
		...shown,
		ids: ({ options: _, ...id }: Record<string, unknown>) => Object.values(id).map(String),
	});
}

/** Defines an operation that is one call to the service. */
export function defineCall<P extends Parameters, O extends Parameters = None, I = Given<P, O>>(
	definition: CallDefinition<P, O, I>,
): CallOperation {
	const asked = ask(definition, (input) => async (tools: Tools) => {
		const answer = await definition.call(input, tools);
		return (Array.isArray(answer) ? answer : [answer]).map(toData);
	});
	return { ...definition, ...asked, type: 'call' };
}

function toData(answer: object): IDataObject {
	return Object.fromEntries(Object.entries(answer));
}

/** What an operation asks for, with what is made of the answers. */
function ask<P extends Parameters, O extends Parameters, I, T>(
	{ parameters, options = {} as O, read }: Asks<P, O, I>,
	use: (input: I) => T,
) {
	const given = schemaWith(parameters, options);
	const input = (read ? changed(given, read) : given) as unknown as Schema<I>;
	const bind = (values: unknown): Bound<T> => {
		const parsed = input.safeParse(values, { errorMap: errorMap });
		if (!parsed.success) return { ok: false, error: parsed.error };
		return { ok: true, value: use(parsed.data), input: parsed.data };
	};
	return { options, input, bind };
}
