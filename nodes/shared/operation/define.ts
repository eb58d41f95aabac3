import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { id } from './inputs';
import { shownValue } from './issues';
import type {
	Bound,
	CallDefinition,
	CallOperation,
	CreateDefinition,
	CreateOperation,
	Plan,
	ReadDefinition,
	ReadOperation,
	Schema,
} from './types';

const CALLS_AT_A_TIME = 5;

/** Defines an operation that makes a job. */
export function createOperation<I>(definition: CreateDefinition<I>): CreateOperation {
	return {
		...definition,
		type: 'create',
		bind: bindWith(definition.input, (input) => async (tools): Promise<Plan> => {
			const { body, ...plan } = await definition.plan(input, tools);
			const { kind, to } = definition;
			return { ...plan, request: { method: 'POST', group: kind.group, ...to, body, intent: 'create' } };
		}),
	};
}

/** Defines an operation that reads jobs by their ids. */
export function readOperation<I>(definition: ReadDefinition<I>): ReadOperation {
	return {
		...definition,
		type: 'read',
		many: definition.many ?? false,
		bind: bindWith(definition.input, (input) => definition.ids(input)),
	};
}

/** Defines the Get of one record for each item; `field` asks for its id. */
export function getOperation({
	field,
	...shown
}: Pick<ReadOperation, 'kind' | 'action' | 'description'> & { field: INodeProperties }): ReadOperation {
	return readOperation({
		value: 'get',
		name: 'Get',
		...shown,
		fields: [field],
		input: z.object({ [field.name]: id }),
		ids: (input) => Object.values(input),
	});
}

/** Defines an operation that is one call to the service. */
export function callOperation<I>(definition: CallDefinition<I>): CallOperation {
	return {
		...definition,
		type: 'call',
		atATime: definition.atATime ?? CALLS_AT_A_TIME,
		bind: bindWith(definition.input, (input) => async (tools) => {
			const answer = await definition.call(input, tools);
			return (Array.isArray(answer) ? answer : [answer]).map(toData);
		}),
	};
}

function toData(answer: object): IDataObject {
	return Object.fromEntries(Object.entries(answer));
}

function bindWith<I, T>(schema: Schema<I>, use: (input: I) => T) {
	return (parameters: unknown): Bound<T> => {
		const parsed = schema.safeParse(parameters, { errorMap: shownValue });
		if (!parsed.success) return { ok: false, error: parsed.error };
		return { ok: true, value: use(parsed.data), input: parsed.data };
	};
}
