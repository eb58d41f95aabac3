import type { INodeProperties } from 'n8n-workflow';
import { mediaField } from '../shared/media/field';

const whenDetecting: INodeProperties['displayOptions'] = { show: { faceSelection: ['detect'] } };
const whenProvided: INodeProperties['displayOptions'] = { show: { faceSelection: ['provided'] } };

/** Chooses between faces that the node finds and faces that are given. */
export const faceSelectionField: INodeProperties = {
	displayName: 'Faces',
	name: 'faceSelection',
	type: 'options',
	default: 'detect',
	options: [
		{
			name: 'Detect in the Pictures',
			value: 'detect',
			description: 'The node finds the faces, numbers them from 1 and pairs them',
		},
		{
			name: 'From Face Mapper or JSON',
			value: 'provided',
			description: 'The faces come from the input, as Face Mapper makes them, or as JSON of your own',
		},
	],
	description: 'Where the faces come from',
};

/** The picture to change; with provided faces it comes from Face Mapper, unless it is filled in. */
export function pictureToChange(): INodeProperties[] {
	const field = {
		name: 'modifyImage',
		displayName: 'Picture to Change',
		required: true,
		description: 'The picture in which faces are changed',
	};
	return [
		mediaField({ ...field, displayOptions: whenDetecting }),
		mediaField({ ...field, default: '={{ $json.modifyImage }}', displayOptions: whenProvided }),
	];
}

/** The video to change, and the still in which its faces are found. */
export const videoToChange = mediaField({
	name: 'modifyVideo',
	displayName: 'Video to Change',
	required: true,
	placeholder: 'e.g. https://example.com/video.mp4',
	description: 'The video in which faces are changed',
});

export const stillFromVideo = mediaField({
	name: 'targetFrame',
	displayName: 'Still From the Video',
	required: true,
	displayOptions: whenDetecting,
	description:
		'A picture from the video that shows the faces to change: pause it where they are seen best and take a screenshot, or export a frame with a video tool',
});

/** How faces are numbered. */
export const orderField: INodeProperties = {
	displayName: 'Face Order',
	name: 'order',
	type: 'options',
	default: 'leftToRight',
	displayOptions: whenDetecting,
	options: [
		{ name: 'As Detected', value: 'asDetected' },
		{ name: 'Largest First', value: 'largestFirst' },
		{ name: 'Left to Right', value: 'leftToRight' },
	],
	description: 'The order in which the faces of a picture get their numbers, from 1',
};

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

/** What a swap asks for beside the picture or video to change, in the order of the screen. */
export const newFaceFields: INodeProperties[] = [
	mediaField({
		name: 'sourcePicture',
		displayName: 'New Face Picture',
		displayOptions: whenDetecting,
		description: 'The picture that shows the new face, or one new face for each face to replace',
	}),
	{
		displayName: 'Replacements',
		name: 'replacements',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Replacement',
		default: {},
		displayOptions: whenDetecting,
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
						description: 'Which face to replace, counted from 1 in the Face Order below',
					},
					mediaField({
						name: 'sourcePicture',
						displayName: 'New Face Picture',
						description:
							'The picture that shows the new face alone. Left empty, the New Face Picture above is used',
					}),
				],
			},
		],
	},
	{
		displayName: 'Pairing',
		name: 'pairing',
		type: 'options',
		default: 'byOrder',
		displayOptions: whenDetecting,
		options: [
			{
				name: 'By Order',
				value: 'byOrder',
				description: 'The first new face replaces the first face, and so on',
			},
			{
				name: 'One New Face for All',
				value: 'oneSourceForAll',
				description: 'The one new face replaces all faces',
			},
		],
		description: 'Which new face replaces which face, when there are no replacements',
	},
	orderField,
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
	{
		displayName: 'Face Enhancement',
		name: 'faceEnhance',
		type: 'boolean',
		default: false,
		description: 'Whether to have the new faces enhanced by the service',
	},
];
