import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';
import { shownValue } from './issues';
import type {
	Bound,
	CallDefinition,
	CallOperation,
	CreateDefinition,
	CreateOperation,
	ReadDefinition,
	ReadOperation,
} from './types';

const CALLS_AT_A_TIME = 5;

/** Defines an operation that makes a job. */
export function createOperation<S extends z.ZodTypeAny>(definition: CreateDefinition<S>): CreateOperation {
	return {
		...definition,
		type: 'create',
		bind: bindWith(definition.input, (input) => async (tools) => await definition.plan(input, tools)),
	};
}

/** Defines an operation that reads jobs by their ids. */
export function readOperation<S extends z.ZodTypeAny>(definition: ReadDefinition<S>): ReadOperation {
	return {
		...definition,
		type: 'read',
		many: definition.many ?? false,
		bind: bindWith(definition.input, (input) => definition.ids(input)),
	};
}

/** Defines an operation that is one call to the service. */
export function callOperation<S extends z.ZodTypeAny>(definition: CallDefinition<S>): CallOperation {
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

function bindWith<S extends z.ZodTypeAny, T>(schema: S, use: (input: z.output<S>) => T) {
	return (parameters: unknown): Bound<T> => {
		const parsed = schema.safeParse(parameters, { errorMap: shownValue });
		if (!parsed.success) return { ok: false, error: parsed.error };
		return { ok: true, value: use(parsed.data), input: parsed.data };
	};
}
