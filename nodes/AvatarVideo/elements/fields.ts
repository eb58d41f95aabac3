import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { listField } from '../../shared/lists';
import { ELEMENTS, ELEMENTS_JSON } from './read';

const PLACE =
	"The service's documentation counts to the upper-left corner of the element, its samples look like the centre: try a short video first";

const whenType = (...types: string[]): INodeProperties['displayOptions'] => ({ show: { type: types } });

interface Choice {
	name: string;
	value: string;
	description: string;
}

/** The avatar of an element, or of a simple talking avatar. */
export function avatarField(displayOptions: INodeProperties['displayOptions']): INodeProperties {
	return listField({
		name: 'avatarId',
		displayName: 'Avatar',
		searchListMethod: 'searchAvatars',
		placeholder: 'e.g. eve2024',
		description: 'The avatar, by its avatar_id (not the ID of its record)',
		displayOptions,
	});
}

/** The type of an element, first in its form. */
export function typeField(options: Choice[]): INodeProperties {
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
 * Where an element stands and how large it is, for the types that are seen.
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

/**
 * How the elements are given, and the elements, both as a form and as JSON.
 * @param way the parameter that chooses between the two
 * @param example what the JSON starts with
 */
export function elementsFields(
	way: INodeProperties,
	values: INodeProperties[],
	example: object[],
): INodeProperties[] {
	return [
		way,
		{
			displayName: ELEMENTS,
			name: 'elements',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: 'Add Element',
			default: {},
			displayOptions: { show: { elementsInput: ['fields'] } },
			description: 'What the video is made of',
			options: [{ displayName: 'Element', name: 'element', values }],
		},
		{ ...jsonField, default: JSON.stringify(example, null, 2) },
	];
}

const jsonField: INodeProperties = {
	displayName: ELEMENTS_JSON,
	name: 'elementsJson',
	type: 'json',
	default: '[]',
	displayOptions: { show: { elementsInput: ['json'] } },
	description:
		'List of elements, with keys as the example has them (scaleX, layerNumber, elementId) or as the service writes them (scale_x, layer_number)',
};

/** Both ways to give elements. */
export const WAYS: INodePropertyOptions[] = [
	{ name: 'Fields', value: 'fields', description: 'Build the elements one by one in a form' },
	{ name: 'JSON', value: 'json', description: 'Give the list of elements as JSON' },
];
