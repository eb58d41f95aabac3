import type { INodeProperties } from 'n8n-workflow';
import { faceOrderChoice } from '../shared/faces';
import { media, optionalMedia } from '../shared/operation/parameters/resourceLocators';
import { noticeInPlace, withVariants } from '../shared/operation/parameters/variants';
import { choice, json } from '../shared/operation/parameters/builders';

/* What swaps and age changes both ask for. */

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
