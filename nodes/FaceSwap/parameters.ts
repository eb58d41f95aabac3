import type { INodeProperties } from 'n8n-workflow';
import { faceOrderChoice } from '../shared/faces';
import { idList, media, optionalMedia } from '../shared/operation/parameters/resourceLocators';
import { choice, json, type Parameter } from '../shared/operation/parameters/builders';

/* What several operations of the node ask for. */

/** The same parameter with several fields: each variant is on the screen at a time of its own. */
export function withVariants<T>(
	{ fields, schema }: Parameter<T>,
	...variants: Array<(field: INodeProperties) => INodeProperties>
): Parameter<T> {
	return {
		fields: (name) => fields(name).flatMap((field) => variants.map((variant) => variant(field))),
		schema,
	};
}

/**
 * Stands in for a field while nothing reads it: a notice that says so, under the field's name. n8n's editor forgets the
 * value of a name as soon as nothing on the screen has it, and a hidden field is not on the screen (n8n.md: Hidden
 * fields).
 */
export function noticeInPlace(displayName: string, displayOptions: INodeProperties['displayOptions']) {
	return ({ name, default: value }: INodeProperties): INodeProperties => ({
		displayName,
		name,
		type: 'notice',
		default: value,
		displayOptions,
	});
}

type Shown = NonNullable<INodeProperties['displayOptions']>;

/** Where the faces come from the input, and where the node looks for them. */
export const whenProvided: Shown = { show: { whichFaces: ['provided'] } };
const whenDetecting: Shown = { hide: { whichFaces: ['provided'] } };
export const whenChoosing: Shown = { show: { whichFaces: ['choose'] } };

/**
 * The picture to change; with provided faces it comes from Face Mapper, unless it is filled in. `__rl` as n8n writes
 * it: by that the editor recognises an untouched default, and lets the other field's default take its place.
 */
export const pictureToChange = withVariants(
	media('Picture to Change', { description: 'The picture in which faces are changed' }),
	(field) => ({ ...field, default: { __rl: true, mode: 'url', value: '' }, displayOptions: whenDetecting }),
	(field) => ({
		...field,
		default: { __rl: true, mode: 'url', value: '={{ $json.modifyImage }}' },
		displayOptions: whenProvided,
	}),
);

/** The video to change, and the still in which its faces are found. */
export const videoToChange = {
	modifyVideo: media('Video to Change', {
		placeholder: 'e.g. https://example.com/video.mp4',
		description: 'The video in which faces are changed',
	}),
	targetFrame: withVariants(
		optionalMedia('Still From the Video', {
			required: true,
			hint: 'Pause the video where all faces are seen well, and take a screenshot',
			displayOptions: whenDetecting,
			description: 'A picture from the video: the faces to change are found in it, and numbered',
		}),
		(field) => field,
		noticeInPlace('No still is needed: the faces come from the input', whenProvided),
	),
};

/** A choice of the faces that all operations have. */
export const provided = {
	name: 'From Face Mapper or JSON',
	value: 'provided',
	description: 'The faces come from the input, as Face Mapper makes them, or as JSON of your own',
} as const;

/** How the faces of a picture are numbered. */
export const order = choice('Face Order', {
	...faceOrderChoice,
	displayOptions: { hide: { '/whichFaces': ['provided'] } },
});

/** The faces to change, given. */
export function targetFaces(displayName: string) {
	return json(displayName, {
		default: '={{ $json.targetImage }}',
		required: true,
		displayOptions: whenProvided,
		description:
			'List of faces as Face Mapper makes it: the address of the picture as path, the key points as opts',
	});
}

/** Ids of result records. */
export const resultIds = idList('IDs', {
	default: '={{ $json.id }}',
	description: 'The IDs of the results (not their jobIds), separated by commas, or a list from an expression',
});
