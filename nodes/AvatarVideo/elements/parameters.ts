import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { optionalIdOrNumberSchema } from '../../shared/operation/parameters/schemas';
import { optionalId } from '../../shared/operation/parameters/resourceLocators';
import {
	choice,
	fieldsIn,
	json,
	optionalNumber,
	optionalText,
	parameter,
	type Parameters,
} from '../../shared/operation/parameters/builders';
import type { Element } from './element';
import { ELEMENTS_JSON, MOST_SCALE, type Rules } from './read';

const PLACE =
	"By the service's documentation this is the upper-left corner of the element, by its samples the centre: try a short video first";

const whenType = (types: string[]): INodeProperties['displayOptions'] => ({ show: { type: types } });

/** Shown when a video is described the simple way. */
export const whenSimple: INodeProperties['displayOptions'] = { show: { elementsInput: ['simple'] } };

/** An avatar, by the id that videos take; a number stays one (service.md: Avatar videos). */
const avatarId = (field: Pick<INodeProperties, 'required' | 'displayOptions'>) => ({
	...optionalId('Avatar', {
		from: 'searchAvatars',
		placeholder: 'e.g. eve2024',
		description:
			'The avatar, by its avatar_id as Avatar › Get Many lists it (not the _id of its record). The list leaves out those for live sessions.',
		...field,
	}),
	schema: optionalIdOrNumberSchema,
});

/**
 * The form of an element: what its type needs is shown.
 * @param options the types of elements, with what each is
 * @param address the description of the address
 */
export function elementForm(
	{ isTalking }: Rules,
	options: Array<{ name: string; value: string; description: string }>,
	address: string,
) {
	const types = options.map(({ value }) => value);
	const displayOptions = whenType(types.filter((type) => type !== 'audio'));
	const max = isTalking ? undefined : MOST_SCALE;
	const scale = (displayName: string) =>
		optionalNumber(displayName, {
			default: 1,
			min: 0,
			max,
			displayOptions,
			description: max === undefined ? '1 is the full size' : `From 0 to ${max}, where 1 is the full size`,
		});
	const offset = (displayName: string, edge: string) =>
		optionalNumber(displayName, {
			default: 0,
			displayOptions,
			description: `Distance from the ${edge} edge of the video, in pixels. ${PLACE}.`,
		});
	return {
		type: parameter('options', z.unknown(), 'Type', {
			default: 'avatar',
			options,
			description: 'What the element is',
		}),
		avatarId: avatarId({ displayOptions: whenType(['avatar']) }),
		url: optionalText('URL', {
			placeholder: 'e.g. https://example.com/picture.png',
			displayOptions: whenType(types.filter((type) => isTalking || type !== 'avatar')),
			description: address,
		}),
		scaleX: scale('Horizontal Scale'),
		scaleY: scale('Vertical Scale'),
		offsetX: offset('Horizontal Offset', 'left'),
		offsetY: offset('Vertical Offset', 'upper'),
	};
}

/**
 * What a video is made of: one avatar, or elements from a form or as JSON.
 * @param simple what the simple way makes
 * @param besideAvatar what it needs beside the avatar
 * @param form of an element
 * @param example what the JSON starts with
 */
export function elementsParameters<B extends Parameters>(
	types: readonly string[],
	simple: string,
	besideAvatar: B,
	form: Partial<Record<keyof Element, Parameters[string]>>,
	example: object[],
) {
	return {
		elementsInput: choice('Make the Video From', {
			default: 'simple',
			options: [
				{ name: 'One Avatar', value: 'simple', description: simple },
				{
					name: 'Elements',
					value: 'fields',
					description: 'Elements of your own, built one by one in a form',
				},
				{ name: 'Elements as JSON', value: 'json', description: 'A list of elements as JSON' },
			],
			description:
				'What is in the video: one avatar, elements of your own, or a list of elements as JSON. In an expression: simple, fields, json.',
		}),
		avatarId: avatarId({ required: true, displayOptions: whenSimple }),
		...besideAvatar,
		elements: parameter('fixedCollection', z.unknown(), 'Elements', {
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: 'Add Element',
			default: {},
			displayOptions: { show: { elementsInput: ['fields'] } },
			description: 'What the video is made of',
			options: [{ displayName: 'Element', name: 'element', values: fieldsIn(form) }],
		}),
		elementsJson: json(ELEMENTS_JSON, {
			default: JSON.stringify(example, null, 2),
			displayOptions: { show: { elementsInput: ['json'] } },
			description: `List of elements, each of the type ${types.join(', ')}, with keys as the example has them, or as the service writes them (scale_x for scaleX)`,
		}),
	};
}
