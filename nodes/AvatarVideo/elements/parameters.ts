import type { INodeProperties } from 'n8n-workflow';
import { z } from '../../shared/zod';
import * as build from '../../shared/operation';
import { MOST_SCALE, type Rules } from './element';

export const ELEMENTS_JSON = 'Elements (JSON)';

const whenType = (types: string[]): INodeProperties['displayOptions'] => ({ show: { type: types } });

export const whenSimple: INodeProperties['displayOptions'] = { show: { content: ['simple'] } };

/** A number stays a number (service.md: Avatar videos). */
const avatarId = (displayOptions: INodeProperties['displayOptions']) => ({
	...build.optionalId('Avatar', {
		from: 'searchAvatars',
		placeholder: 'e.g. eve2024',
		displayOptions,
		description: 'The avatar, by its name or avatar_id as Avatar › Get Many lists them (not its _id)',
	}),
	schema: build.optionalIdOrNumberSchema,
});

export function elementForm(
	{ isTalking }: Rules,
	options: Array<{ name: string; value: string; description: string }>,
	address: string,
) {
	const types = options.map(({ value }) => value);
	const displayOptions = whenType(types.filter((type) => type !== 'audio'));
	const max = isTalking ? undefined : MOST_SCALE;
	const scale = (displayName: string) =>
		build.optionalNumber(displayName, {
			default: 1,
			min: 0,
			max,
			displayOptions,
			description: max === undefined ? '1 is the full size' : `From 0 to ${max} (the full size)`,
		});
	const offset = (displayName: string, edge: string) =>
		build.optionalNumber(displayName, {
			default: 0,
			displayOptions,
			description: `Pixels from the ${edge} edge of the video to the same edge of the element, by the option Placement`,
		});
	return {
		type: build.parameter('options', z.unknown(), 'Type', {
			default: 'avatar',
			options,
			description: 'The kind of element',
		}),
		avatarId: avatarId(whenType(['avatar'])),
		url: build.optionalText('URL', {
			placeholder: 'e.g. https://example.com/image.png',
			displayOptions: whenType(types.filter((type) => isTalking || type !== 'avatar')),
			description: address,
		}),
		scaleX: scale('Horizontal Scale'),
		scaleY: scale('Vertical Scale'),
		offsetX: offset('Horizontal Offset', 'left'),
		offsetY: offset('Vertical Offset', 'upper'),
	};
}

export function elementsParameters<B extends build.Parameters>(
	types: readonly string[],
	simple: string,
	besideAvatar: B,
	form: build.Parameters,
	example: object[],
) {
	return {
		content: build.choice('Content', {
			builderHint: 'simple fills the video with one avatarId. For several parts use json with elementsJson.',
			default: 'simple',
			options: [
				{ name: 'One Avatar', value: 'simple', description: simple },
				{ name: 'Elements', value: 'fields', description: 'Your own elements, one by one in a form' },
				{ name: 'JSON', value: 'json', description: 'A list of elements, or a whole request body' },
			],
			description: 'The content of the video. In an expression: simple, fields, json.',
		}),
		avatarId: avatarId(whenSimple),
		...besideAvatar,
		elements: build.parameter('fixedCollection', z.unknown(), 'Elements', {
			typeOptions: {
				multipleValues: true,
				sortable: true,
				fixedCollection: { itemTitle: '={{ $collection.item.value.type }}' },
			},
			placeholder: 'Add Element',
			default: {},
			displayOptions: { show: { content: ['fields'] } },
			description: 'The parts of the video. Later ones lie above earlier ones.',
			options: [{ displayName: 'Element', name: 'element', values: build.fieldsIn(form) }],
		}),
		elementsJson: build.json(ELEMENTS_JSON, {
			default: JSON.stringify(example, null, 2),
			displayOptions: { show: { content: ['json'] } },
			hint: `Types are ${types.join(', ')}. Keys are as in the example, or in camel case (scaleX for scale_x).`,
			description: 'A list of elements, or a body with width, height and elements. Offsets go as given.',
		}),
	};
}
