import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { listField } from '../../shared/lists';
import { ELEMENTS, ELEMENTS_JSON, USUAL_WAY, WAYS } from './read';

const PLACE =
	"By the service's documentation this is the upper-left corner of the element, by its samples the centre: try a short video first";

const whenType = (...types: string[]): INodeProperties['displayOptions'] => ({ show: { type: types } });
const whenGivenAs = (way: (typeof WAYS)[number]): INodeProperties['displayOptions'] => ({
	show: { elementsInput: [way] },
});

/** Shown when a video is described the simple way. */
export const whenSimple = whenGivenAs('simple');

/** An avatar, by the id that videos take. */
export function avatarField(more: Partial<INodeProperties> = {}): INodeProperties {
	return {
		...listField({
			name: 'avatarId',
			displayName: 'Avatar',
			searchListMethod: 'searchAvatars',
			placeholder: 'e.g. eve2024',
			description:
				'The avatar, by its avatar_id as Avatar › Get Many lists it (not the _id of its record). Those for live sessions come last in the list',
		}),
		...more,
	};
}

/** The type of an element, first in its form. */
export function typeField(
	options: Array<{ name: string; value: string; description: string }>,
): INodeProperties {
	return {
		displayName: 'Type',
		name: 'type',
		type: 'options',
		default: 'avatar',
		options,
		description: 'What the element is',
	};
}

/**
 * Where an element stands and how large it is, for the visible types.
 * @param mostScale the largest scale, where there is a limit
 */
export function placeFields(types: string[], mostScale?: number): INodeProperties[] {
	const displayOptions = whenType(...types);
	const limit = mostScale === undefined ? {} : { maxValue: mostScale };
	const scale = (name: string, displayName: string): INodeProperties => ({
		displayName,
		name,
		type: 'number',
		default: 1,
		typeOptions: { minValue: 0, ...limit, numberPrecision: 3 },
		displayOptions,
		description:
			mostScale === undefined ? '1 is the full size' : `From 0 to ${mostScale}, where 1 is the full size`,
	});
	const offset = (name: string, displayName: string, edge: string): INodeProperties => ({
		displayName,
		name,
		type: 'number',
		default: 0,
		displayOptions,
		description: `Distance from the ${edge} edge of the video, in pixels. ${PLACE}.`,
	});
	return [
		scale('scaleX', 'Horizontal Scale'),
		scale('scaleY', 'Vertical Scale'),
		offset('offsetX', 'Horizontal Offset', 'left'),
		offset('offsetY', 'Vertical Offset', 'upper'),
	];
}

/** The address of an element, for the types that have one. */
export function urlField(description: string, ...types: string[]): INodeProperties {
	return {
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/picture.png',
		displayOptions: whenType(...types),
		description,
	};
}

/** What differs between the kinds of video. */
interface MadeOf {
	/** The types of its elements. */
	types: readonly string[];
	/** What the simple way makes. */
	simple: string;
	/** What the simple way needs beside the avatar. */
	besideAvatar?: INodeProperties[];
	/** The form of an element. */
	form: INodeProperties[];
	/** What the JSON starts with. */
	example: object[];
}

/** What a video is made of: one avatar, or elements from a form or as JSON. */
export function elementsFields({
	types,
	simple,
	besideAvatar = [],
	form,
	example,
}: MadeOf): INodeProperties[] {
	const words: Record<(typeof WAYS)[number], Omit<INodePropertyOptions, 'value'>> = {
		simple: { name: 'One Avatar', description: simple },
		fields: { name: 'Elements', description: 'Elements of your own, built one by one in a form' },
		json: { name: 'Elements as JSON', description: 'A list of elements as JSON' },
	};
	return [
		{
			displayName: 'Make the Video From',
			name: 'elementsInput',
			type: 'options',
			default: USUAL_WAY,
			options: WAYS.map((value) => ({ value, ...words[value] })),
			description: `What is in the video: one avatar, elements of your own, or a list of elements as JSON. In an expression: ${WAYS.join(', ')}.`,
		},
		avatarField({ required: true, displayOptions: whenSimple }),
		...besideAvatar,
		{
			displayName: ELEMENTS,
			name: 'elements',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: 'Add Element',
			default: {},
			displayOptions: whenGivenAs('fields'),
			description: 'What the video is made of',
			options: [{ displayName: 'Element', name: 'element', values: form }],
		},
		{
			displayName: ELEMENTS_JSON,
			name: 'elementsJson',
			type: 'json',
			default: JSON.stringify(example, null, 2),
			displayOptions: whenGivenAs('json'),
			description: `List of elements, each of the type ${types.join(', ')}, with keys as the example has them, or as the service writes them (scale_x for scaleX)`,
		},
	];
}
