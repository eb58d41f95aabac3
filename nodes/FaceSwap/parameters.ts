import type { INodeProperties } from 'n8n-workflow';
import { z } from '../shared/zod';
import { faceOrderChoice } from '../shared/faces/given';
import { pairingHints, pairings } from '../shared/faces/pairFaces';
import * as build from '../shared/operation';
import { MAX_FACES } from '../shared/service/failure';
import { changed, checked } from '../shared/service/schema';

export const TO_CHANGE = {
	image: { field: 'modifyImage', label: 'Image to Change' },
	video: { field: 'modifyVideo', label: 'Video to Change' },
} as const;

export const LOOKED_AT = { image: TO_CHANGE.image.label, video: 'Still From the Video' } as const;
export const NEW_FACE = 'New Face Image';

type Shown = NonNullable<INodeProperties['displayOptions']>;

const whenProvided: Shown = { show: { whichFaces: ['provided'] } };
const whenDetecting: Shown = { hide: { whichFaces: ['provided'] } };
const whenChoosing: Shown = { show: { whichFaces: ['choose'] } };

const anImage = build.media(TO_CHANGE.image.label, {
	description: 'The image that shows the faces to change. It stays as it is, and you get a new one.',
});
const imageField = (name: string, value: string, displayOptions: Shown) =>
	anImage
		.fields(name)
		.map((field) => ({ ...field, default: { __rl: true, mode: 'url', value }, displayOptions }));

/** `__rl` as n8n writes it, so that the editor replaces an untouched default with the other field's. */
export const imageToChange: typeof anImage = {
	...anImage,
	fields: (name) => [
		...imageField(name, '', whenDetecting),
		...imageField(name, '={{ $json.modifyImage }}', whenProvided),
	],
};

export const videoToChange = {
	modifyVideo: build.media(TO_CHANGE.video.label, {
		placeholder: 'e.g. https://example.com/video.mp4',
		hint: 'The result of a video can take up to three hours',
		description: 'The video that shows the faces to change. It stays as it is, and you get a new one.',
	}),
	targetFrame: build.optionalMedia(LOOKED_AT.video, {
		hint: 'Pause the video where you see all faces well, and take a screenshot',
		displayOptions: whenDetecting,
		description: 'An image from the video, in which the node finds and numbers the faces to change',
	}),
};

const provided = {
	name: 'From Face Mapper (JSON)',
	value: 'provided',
	description: 'Face Mapper, or JSON of your own, names the faces',
} as const;

const order = build.choice('Face Order', {
	...faceOrderChoice,
	displayOptions: { hide: { '/whichFaces': ['provided'] } },
});

export const TARGET_FACES = 'Faces to Replace (JSON)';

const targetFaces = build.json(TARGET_FACES, {
	default: '={{ $json.targetImage }}',
	displayOptions: whenProvided,
	description: 'List of faces, each with the URL of its image (path) and its key points (opts)',
});

export const recordIds = build.parameter('string', build.idsSchema, 'IDs', {
	required: true,
	default: '={{ $json.id }}',
	description:
		'The ID in the output of each node that made a swap or an age change (not its jobId), separated by commas',
});

export const NEW_FACES = 'New Faces (JSON)';

const whichFaces = build.choice('Which Faces', {
	builderHint: `${pairingHints}. provided only follows a faceMapper node.`,
	default: 'inOrder',
	options: [...pairings, provided],
	description: `The faces to replace, at most ${MAX_FACES}, and their new faces`,
});

export const swapParameters = {
	sourcePicture: build.optionalMedia(NEW_FACE, {
		displayOptions: whenDetecting,
		description: 'The image that shows the new face. For In Order, one new face for each face to replace.',
	}),
	whichFaces,
	replacements: build.list(
		'Replacements',
		{ name: 'face', displayName: 'Face', itemTitle: '=Face {{ $collection.item.value.faceNumber }}' },
		{
			faceNumber: build.number('Face Number', {
				default: 1,
				min: 1,
				whole: true,
				description: 'The face to replace, counted from 1, left to right unless Face Order says otherwise',
			}),
			sourcePicture: build.optionalMedia(NEW_FACE, {
				placeholder: 'Empty: the image above',
				description: 'An image that shows only this new face. Leave it empty for the image above.',
			}),
		},
		{
			placeholder: 'Add Replacement',
			default: { face: [{ faceNumber: 1, sourcePicture: { __rl: true, mode: 'url', value: '' } }] },
			displayOptions: whenChoosing,
			description: 'The faces to replace. All other faces stay as they are.',
		},
	),
	targetImage: targetFaces,
	sourceImage: build.json(NEW_FACES, {
		default: '={{ $json.sourceImage }}',
		displayOptions: whenProvided,
		description: 'List of new faces from Face Mapper, in the order of the faces to replace',
	}),
};

export const swapOptions = {
	order,
	faceEnhance: build.switchedOn('Face Enhancement', {
		description: 'Whether the service enhances the new faces',
	}),
};

export type SwapFaces = build.Given<typeof swapParameters, typeof swapOptions>;

const faceNumbers = changed(z.unknown(), (given, context): number[] | undefined => {
	const parts = (Array.isArray(given) ? given : [given]).flatMap((part: unknown) =>
		typeof part === 'string' ? build.splitList(part) : (part ?? []),
	);
	if (parts.length === 0) return undefined;
	const numbers = z.array(build.numberSchema({ min: 1, whole: true })).safeParse(parts);
	if (numbers.success) return [...new Set(numbers.data)];
	return build.refuseValue(context, 'whole numbers from 1, with commas between them', given);
});

/** An empty cell becomes 0, which pays for nothing. */
const years = checked(build.numberSchema({ min: -30, max: 30, whole: true }), (number, context) => {
	if (number !== 0) return;
	const advice = 'Give years from -30 to 30. For an empty cell, filter its row out before this node.';
	build.refuse(context, 'is 0, which changes no face', [], advice);
});

export const ageParameters = {
	faceReage: build.parameter('number', years, 'Years Older or Younger', {
		...{ default: 10, typeOptions: { minValue: -30, maxValue: 30 } },
		required: true,
		hint: '10 is ten years older, -10 ten years younger',
		description: 'Years to add to the present age, not the age to reach, from -30 (younger) to 30 (older)',
	}),
	whichFaces: build.choice('Which Faces', {
		builderHint: 'all changes everyone, choose takes faceNumbers such as 1,3.',
		default: 'all',
		options: [
			{ name: 'All', value: 'all', description: 'All faces in the image' },
			{ name: 'Choose Faces', value: 'choose', description: 'Only the faces that you number change' },
			provided,
		],
		description: `The faces to make older or younger, at most ${MAX_FACES}`,
	}),
	faceNumbers: build.parameter('string', faceNumbers, 'Face Numbers', {
		placeholder: 'e.g. 1,3',
		displayOptions: whenChoosing,
		description: 'The faces to change, counted from 1, left to right unless Face Order says otherwise',
	}),
	targetImage: targetFaces,
};
export const ageOptions = { order };
export type AgeInput = build.Given<typeof ageParameters, typeof ageOptions>;
