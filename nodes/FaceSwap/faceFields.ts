import type { INodeProperties } from 'n8n-workflow';
import { mediaField } from '../shared/media/field';
import { keptField } from '../shared/operation/keptField';
import { faceOrder, facesToReplace } from './whichFaces';

type Shown = NonNullable<INodeProperties['displayOptions']>;

/** Where the faces come from the input, and where the node looks for them. */
const whenProvided: Shown = { show: { whichFaces: ['provided'] } };
const whenDetecting: Shown = { hide: { whichFaces: ['provided'] } };
const whenChoosing: Shown = { show: { whichFaces: ['choose'] } };
const whenAllGetNewFaces: Shown = { show: { whichFaces: ['inOrder', 'oneForAll'] } };

/** The picture to change; with provided faces it comes from Face Mapper, unless it is filled in. */
export const pictureToChange: INodeProperties[] = [
	pictureField('', whenDetecting),
	pictureField('={{ $json.modifyImage }}', whenProvided),
];

/**
 * `__rl` as n8n writes it: by that the editor recognises an untouched default, and lets the other field's default take
 * its place.
 */
function pictureField(value: string, displayOptions: Shown): INodeProperties {
	const field = mediaField({
		name: 'modifyImage',
		displayName: 'Picture to Change',
		required: true,
		description: 'The picture in which faces are changed',
		displayOptions,
	});
	return { ...field, default: { __rl: true, mode: 'url', value } };
}

const still = mediaField({
	name: 'targetFrame',
	displayName: 'Still From the Video',
	required: true,
	hint: 'Pause the video where all faces are seen well, and take a screenshot',
	displayOptions: whenDetecting,
	description: 'A picture from the video: the faces to change are found in it, and numbered',
});

/** The video to change, and the still in which its faces are found. */
export const videoToChange: INodeProperties[] = [
	mediaField({
		name: 'modifyVideo',
		displayName: 'Video to Change',
		required: true,
		placeholder: 'e.g. https://example.com/video.mp4',
		description: 'The video in which faces are changed',
	}),
	still,
	keptField(still, 'No still is needed: the faces come from the input', whenProvided),
];

const newFace = { name: 'sourcePicture', displayName: 'New Face Picture' };
const newFacePicture = mediaField({
	...newFace,
	required: true,
	displayOptions: whenAllGetNewFaces,
	description: 'The picture that shows the new face, or one new face for each face to replace',
});

const replacements: INodeProperties = {
	displayName: 'Replacements',
	name: 'replacements',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Replacement',
	default: {},
	displayOptions: whenChoosing,
	description: 'Replaces only the faces that are named here; the others stay as they are',
	options: [
		{
			displayName: 'Face',
			name: 'face',
			values: [
				{
					displayName: 'Face Number',
					name: 'faceNumber',
					type: 'number',
					default: 1,
					typeOptions: { minValue: 1 },
					description:
						'Which face to replace, counted from 1, left to right unless Face Order says otherwise',
				},
				mediaField({
					...newFace,
					description:
						'The picture that shows the new face alone. Left empty, the New Face Picture above is used',
				}),
			],
		},
	],
};

/** The new faces, and which faces get them: in order, chosen by their numbers, or as lists. */
export const swapFields: INodeProperties[] = [
	newFacePicture,
	mediaField({
		...newFace,
		displayOptions: whenChoosing,
		description:
			'The picture that shows the new face alone, for all replacements without a picture of their own',
	}),
	keptField(newFacePicture, 'No new face picture is needed: the faces come from the input', whenProvided),
	facesToReplace.field,
	replacements,
	targetFacesField('Faces to Replace (JSON)'),
	{
		displayName: 'New Faces (JSON)',
		name: 'sourceImage',
		type: 'json',
		default: '={{ $json.sourceImage }}',
		required: true,
		displayOptions: whenProvided,
		description: 'List of new faces as Face Mapper makes it, in the order of the faces to replace',
	},
];

/** The faces to change, given. */
export function targetFacesField(displayName: string): INodeProperties {
	return {
		displayName,
		name: 'targetImage',
		type: 'json',
		default: '={{ $json.targetImage }}',
		required: true,
		displayOptions: whenProvided,
		description:
			'List of faces as Face Mapper makes it: the address of the picture as path, the key points as opts',
	};
}

/** The options of swaps. */
export const swapOptions: INodeProperties[] = [
	faceOrder.field,
	{
		displayName: 'Face Enhancement',
		name: 'faceEnhance',
		type: 'boolean',
		default: false,
		description: 'Whether to have the new faces enhanced by the service',
	},
];
