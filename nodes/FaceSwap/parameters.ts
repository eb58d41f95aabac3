import type { INodeProperties } from 'n8n-workflow';
import { faceOrderChoice } from '../shared/faces';
import { choice, idList, json, media, optionalMedia, type Parameter } from '../shared/operation';

export function withVariants<T>(
	{ fields, schema }: Parameter<T>,
	...variants: Array<(field: INodeProperties) => INodeProperties>
): Parameter<T> {
	return {
		fields: (name) => fields(name).flatMap((field) => variants.map((variant) => variant(field))),
		schema,
	};
}

export const TO_CHANGE = {
	image: { field: 'modifyImage', label: 'Image to Change' },
	video: { field: 'modifyVideo', label: 'Video to Change' },
} as const;

export const LOOKED_AT = { image: TO_CHANGE.image.label, video: 'Still From the Video' } as const;
export const NEW_FACE = 'New Face Image';

type Shown = NonNullable<INodeProperties['displayOptions']>;

export const whenProvided: Shown = { show: { whichFaces: ['provided'] } };
const whenDetecting: Shown = { hide: { whichFaces: ['provided'] } };
export const whenChoosing: Shown = { show: { whichFaces: ['choose'] } };

/** `__rl` as n8n writes it, so that the editor replaces an untouched default with the other field's. */
export const imageToChange = withVariants(
	media(TO_CHANGE.image.label, {
		description: 'The image that shows the faces to change. It stays as it is, and you get a new one.',
	}),
	(field) => ({ ...field, default: { __rl: true, mode: 'url', value: '' }, displayOptions: whenDetecting }),
	(field) => ({
		...field,
		default: { __rl: true, mode: 'url', value: '={{ $json.modifyImage }}' },
		displayOptions: whenProvided,
	}),
);

export const videoToChange = {
	modifyVideo: media(TO_CHANGE.video.label, {
		placeholder: 'e.g. https://example.com/video.mp4',
		hint: 'The result of a video can take up to three hours',
		description: 'The video that shows the faces to change. It stays as it is, and you get a new one.',
	}),
	targetFrame: optionalMedia(LOOKED_AT.video, {
		required: true,
		hint: 'Pause the video where you see all faces well, and take a screenshot',
		displayOptions: whenDetecting,
		description: 'An image from the video, in which the node finds and numbers the faces to change',
	}),
};

export const provided = {
	name: 'From Face Mapper (JSON)',
	value: 'provided',
	description: 'Face Mapper, or JSON of your own, names the faces',
} as const;

export const order = choice('Face Order', {
	...faceOrderChoice,
	displayOptions: { hide: { '/whichFaces': ['provided'] } },
});

export const TARGET_FACES = 'Faces to Replace (JSON)';

export const targetFaces = json(TARGET_FACES, {
	default: '={{ $json.targetImage }}',
	required: true,
	displayOptions: whenProvided,
	description: 'List of faces, each with the URL of its image (path) and its key points (opts)',
});

export const recordIds = idList('IDs', {
	default: '={{ $json.id }}',
	description: 'The IDs of swaps or age changes (not their jobIds), separated by commas',
});
