import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { createSettingsOf, readSettings } from '../../nodes/shared/operation/settings';
import { fieldsOf } from '../../nodes/shared/operation/properties';
import type { Operation } from '../../nodes/shared/operation/types';
import { fields as mapperFields, settingsSchema as mapperSettings } from '../../nodes/FaceMapper/fields';
import { listedNodes } from '../support/operations';

/** The keys of an object schema, also through refinements, transformations, pipes and defaults. */
function keysOf(schema: z.ZodTypeAny): string[] {
	if (schema instanceof z.ZodObject) return Object.keys(schema.shape as object);
	if (schema instanceof z.ZodEffects) return keysOf(schema.innerType() as z.ZodTypeAny);
	if (schema instanceof z.ZodPipeline) return keysOf(schema._def.in as z.ZodTypeAny);
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
		return keysOf(schema._def.innerType as z.ZodTypeAny);
	throw new Error(`A schema of another form: ${schema.constructor.name}`);
}

/** The schema of one key, the same way. */
function schemaOf(schema: z.ZodTypeAny, key: string): z.ZodTypeAny | undefined {
	if (schema instanceof z.ZodObject) return (schema.shape as Record<string, z.ZodTypeAny>)[key];
	if (schema instanceof z.ZodEffects) return schemaOf(schema.innerType() as z.ZodTypeAny, key);
	if (schema instanceof z.ZodPipeline) return schemaOf(schema._def.in as z.ZodTypeAny, key);
	return undefined;
}

const unique = (names: string[]) => [...new Set(names)].sort();
const namesOf = (fields: readonly INodeProperties[]) =>
	unique(fields.filter(({ type }) => type !== 'notice').map(({ name }) => name));
const operations: Array<[string, Operation]> = listedNodes().flatMap(({ folder, resources = [] }) =>
	resources.flatMap((resource) =>
		resource.operations.map((operation): [string, Operation] => [
			`${folder} ${resource.value}.${operation.value}`,
			operation,
		]),
	),
);

test('every action node has operations', () => {
	const nodes = listedNodes()
		.filter(({ resources }) => resources)
		.map(({ folder }) => folder);
	expect(nodes).toEqual(
		expect.arrayContaining(['FaceSwap', 'LiveAvatar', 'VideoTranslation', 'ImageGeneration', 'AvatarVideo']),
	);
	expect(operations.length).toBeGreaterThan(25);
});

describe.each(operations)('%s', (_name, operation) => {
	test('has a field for each key of its schema, and a key for each of its fields', () => {
		const own = keysOf(operation.input).filter((key) => key !== 'options');
		expect(namesOf(operation.fields)).toEqual(unique(own));
	});

	test('has a key for each of its own options, and the other way round', () => {
		const schema = schemaOf(operation.input, 'options');
		expect(namesOf(operation.options ?? [])).toEqual(schema ? unique(keysOf(schema)) : []);
	});

	test('has settings for each of the parameters that all operations of its type have', () => {
		const common = fieldsOf(operation).filter(
			(field) => !operation.fields.some(({ name }) => name === field.name) && field.name !== 'options',
		);
		const settings = operation.type === 'create' ? createSettingsOf(operation) : readSettings;
		const known = operation.type === 'call' ? [] : keysOf(settings);
		for (const name of namesOf(common)) expect(known).toContain(name);
	});
});

test('Face Mapper has a field for each key of its schema, and a key for each of its fields', () => {
	expect(namesOf(mapperFields)).toEqual(unique(keysOf(mapperSettings)));
});

test('resources and operations are those of the contract', () => {
	const found = Object.fromEntries(
		listedNodes().flatMap(({ type, resources }) =>
			resources
				? [
						[
							type.description.name,
							Object.fromEntries(
								resources.map(({ value, operations }) => [value, operations.map((one) => one.value).sort()]),
							),
						],
					]
				: [],
		),
	);
	expect(found).toEqual({
		faceSwap: {
			faceSwap: ['swapImage', 'swapVideo'],
			reage: ['cancel', 'reageImage', 'reageVideo'],
			face: ['detect'],
			result: ['delete', 'get', 'getAll'],
			credit: ['get'],
		},
		liveAvatar: { session: ['close', 'create', 'get', 'getAll', 'pause'], chat: ['sendMessage'] },
		videoTranslation: { language: ['getAll'], translation: ['create', 'get'] },
		imageGeneration: { image: ['generate', 'get', 'upscale', 'vary'] },
		avatarVideo: {
			avatar: ['get', 'getAll', 'upload'],
			avatarVideo: ['create'],
			talkingAvatar: ['create'],
			video: ['get'],
			voice: ['clone', 'get', 'getAll', 'textToSpeech'],
		},
	});
});

test('getAll is shown as Get Many, and no operation is called sendAndWait', () => {
	for (const [, operation] of operations) {
		expect(operation.value).not.toBe('sendAndWait');
		if (operation.value === 'getAll') expect(operation.name).toBe('Get Many');
	}
});
