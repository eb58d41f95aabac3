import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { createSettingsOf, readSettings } from '../../nodes/shared/operation/settings';
import type { Operation } from '../../nodes/shared/operation/types';
import { fieldsOf } from '../../nodes/shared/operation/properties';
import { fields as mapperFields, settingsSchema as mapperSettings } from '../../nodes/FaceMapper/fields';
import { element } from '../../nodes/AvatarVideo/elements/element';
import { listedNodes } from '../support/operations';

/*
 * A parameter is written once for the screen and once for what reads it: both say the same of its default, its choices and
 * its limits, in collections too.
 */

/** The schemas that a key of an object schema has, through refinements, transformations, pipes, lists and defaults. */
function inside(schema: z.ZodTypeAny): z.ZodTypeAny {
	if (schema instanceof z.ZodEffects) return inside(schema.innerType() as z.ZodTypeAny);
	if (schema instanceof z.ZodPipeline) return inside(schema._def.in as z.ZodTypeAny);
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
		return inside(schema._def.innerType as z.ZodTypeAny);
	}
	return schema instanceof z.ZodArray ? inside(schema.element as z.ZodTypeAny) : schema;
}

function schemaAt(schema: z.ZodTypeAny, key: string): z.ZodTypeAny | undefined {
	const found = inside(schema);
	return found instanceof z.ZodObject ? (found.shape as Record<string, z.ZodTypeAny>)[key] : undefined;
}

const takes = (schema: z.ZodTypeAny, value: unknown) => schema.safeParse(value).success;
const absent = (schema: z.ZodTypeAny) => schema.safeParse(undefined);

/** What field and schema say differently. */
function differences(field: INodeProperties, schemas: readonly z.ZodTypeAny[], path: string): string[] {
	const schema = schemas.map((each) => schemaAt(each, field.name)).find((each) => each !== undefined);
	const at = `${path}${field.name}`;
	if (field.type === 'notice' || field.type === 'hidden') return [];
	if (schema === undefined) return [`${at} has no schema`];
	const given = absent(schema);
	const found: string[] = [];
	const expectDefault = () => {
		if (given.success && given.data !== undefined && given.data !== field.default) {
			found.push(
				`${at}: the screen's default is ${String(field.default)}, the schema's ${String(given.data)}`,
			);
		}
	};
	if (field.type === 'boolean') {
		if (!given.success) found.push(`${at} must be given, though the screen may not show it`);
		expectDefault();
	}
	if (field.type === 'options') {
		expectDefault();
		const choices = (field.options ?? []) as INodePropertyOptions[];
		for (const { value } of choices) {
			if (!takes(schema, value))
				found.push(`${at}: the screen offers ${String(value)}, the schema refuses it`);
		}
		if (takes(schema, 'noSuchChoice')) found.push(`${at}: the schema takes any text`);
		if (!choices.some(({ value }) => value === field.default)) found.push(`${at}: its default is no choice`);
		found.push(...unoffered(schema, choices).map((value) => `${at}: ${value} is not on the screen`));
	}
	if (field.type === 'number') {
		expectDefault();
		const { minValue, maxValue } = field.typeOptions ?? {};
		if (field.default !== '' && !takes(schema, field.default)) {
			found.push(`${at}: the schema refuses its default`);
		}
		if (minValue !== undefined && takes(schema, minValue - 1))
			found.push(`${at}: the schema takes less than ${minValue}`);
		if (maxValue !== undefined) {
			if (!takes(schema, maxValue)) found.push(`${at}: the schema refuses ${maxValue}`);
			if (takes(schema, maxValue + 1)) found.push(`${at}: the schema takes more than ${maxValue}`);
		}
	}
	if (field.type === 'string' && field.default !== '' && !String(field.default).startsWith('='))
		expectDefault();
	if (field.type === 'collection' || field.type === 'fixedCollection') {
		const entries = (field.options ?? []) as Array<INodeProperties | INodePropertyCollection>;
		for (const entry of entries) {
			if ('values' in entry) {
				// What an element of a video may hold depends on its type (elements/rules.ts): its keys are compared.
				if (field.name === 'elements') {
					const keys = Object.keys(element._def.out.shape);
					found.push(
						...entry.values.filter(({ name }) => !keys.includes(name)).map(({ name }) => `${at}.${name}`),
					);
					continue;
				}
				const inner = schemaAt(schema, entry.name);
				if (inner === undefined) found.push(`${at}.${entry.name} has no schema`);
				else
					found.push(...entry.values.flatMap((value) => differences(value, [inner], `${at}.${entry.name}.`)));
			} else if ('type' in entry) {
				const own = schemas.flatMap((each) => schemaAt(each, field.name) ?? []);
				found.push(...differences(entry, own, `${at}.`));
			}
		}
	}
	return found;
}

/** Choices that a schema takes, and the screen does not offer. */
function unoffered(schema: z.ZodTypeAny, choices: readonly INodePropertyOptions[]): string[] {
	const found = inside(schema);
	if (!(found instanceof z.ZodEnum)) return [];
	const values = found.options as string[];
	return values.filter((value) => !choices.some((choice) => String(choice.value) === value));
}

const operations: Array<[string, Operation]> = listedNodes().flatMap(({ folder, resources = [] }) =>
	resources.flatMap(({ value, operations: list }) =>
		list.map((operation): [string, Operation] => [`${folder} ${value}.${operation.value}`, operation]),
	),
);

test.each(operations)('%s: screen and schema agree', (_name, operation) => {
	const common =
		operation.type === 'create'
			? [createSettingsOf(operation)]
			: operation.type === 'read'
				? [readSettings]
				: [];
	const schemas = [operation.input, ...common];
	expect(fieldsOf(operation).flatMap((field) => differences(field, schemas, ''))).toEqual([]);
});

test('Face Mapper: screen and schema agree', () => {
	expect(mapperFields.flatMap((field) => differences(field, [mapperSettings], ''))).toEqual([]);
});

test('a difference of each sort is found', () => {
	const schema = z.object({
		a: z.boolean().default(true),
		b: z.enum(['x', 'y']).default('x'),
		c: z.number().min(1).max(5),
	});
	const field = (rest: object) => ({ displayName: 'A', default: '', ...rest }) as INodeProperties;
	const options = [{ name: 'X', value: 'x' }];
	const wrong = [
		field({ name: 'a', type: 'boolean', default: false }),
		field({ name: 'b', type: 'options', options, default: 'x' }),
		field({ name: 'b', type: 'options', options: [...options, { name: 'Z', value: 'z' }], default: 'x' }),
		field({ name: 'c', type: 'number', default: 9 }),
		field({ name: 'c', type: 'number', default: 1, typeOptions: { minValue: 2 } }),
		field({ name: 'c', type: 'number', default: 1, typeOptions: { maxValue: 6 } }),
		field({ name: 'd', type: 'string' }),
	];
	for (const each of wrong) expect(differences(each, [schema], '')).not.toEqual([]);
});
