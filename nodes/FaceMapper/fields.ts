import { faceOrderChoice, pairings } from '../shared/faces';
import * as build from '../shared/operation';

export const labels = { target: 'Image to Change', source: 'New Face' } as const;

export const DETECTION = 'New Face Detection (JSON)';

export const ITEM_MATCHING = 'Item Matching';
export const ALL_WITH_EACH = 'All New Faces With Each Image';

const faceNumber = { default: 1, min: 1, whole: true };

export const parameters = {
	connectNotice: build.notice(
		'Detect both images with Face Swap › Face. Connect the image to change to the first input, the new face to the second, and a Face Swap with Which Faces: From Face Mapper (JSON) behind.',
	),
	mediaType: build.choice('Media Type', {
		default: 'image',
		noDataExpression: true,
		options: [
			{ name: 'Image', value: 'image', description: 'For swaps and age changes in images' },
			{ name: 'Video', value: 'video', description: 'For swaps and age changes in videos' },
		],
		description: 'Whether you change an image or a video, which take different key points',
	}),
	sourceFrom: build.choice('New Faces From', {
		default: 'input',
		noDataExpression: true,
		options: [
			{ name: 'Second Input', value: 'input', description: 'The items of the input New Face' },
			{ name: 'JSON', value: 'field', description: 'A field of this node, which then has one input' },
		],
		description: 'The source of the detected new faces',
	}),
	sourceDetection: build.json(DETECTION, {
		required: true,
		displayOptions: { show: { sourceFrom: ['field'] } },
		placeholder: "e.g. {{ $('Detect New Face').first().json }}",
		description: 'The output of Detect for the image of the new faces, or a list of such outputs',
	}),
	whichFaces: build.choice('Which Faces', {
		default: 'inOrder',
		options: pairings,
		description: 'The faces to replace, and their new faces',
	}),
	replacements: build.list(
		'Replacements',
		{ name: 'face', displayName: 'Face' },
		{
			faceNumber: build.number('Face Number', {
				...faceNumber,
				description: 'The face to replace, counted from 1 in the image to change',
			}),
			newFaceNumber: build.number('New Face Number', {
				...faceNumber,
				description: 'The new face, counted from 1 through all items of New Face',
			}),
		},
		{
			placeholder: 'Add Replacement',
			displayOptions: { show: { whichFaces: ['choose'] } },
			typeOptions: {
				multipleValues: true,
				fixedCollection: {
					itemTitle:
						'=Face {{ $collection.item.value.faceNumber }}: New Face {{ $collection.item.value.newFaceNumber }}',
				},
			},
			description: 'The faces to replace. All other faces stay as they are.',
		},
	),
	order: build.choice(faceOrderChoice.displayName, faceOrderChoice),
	match: build.choice(ITEM_MATCHING, {
		default: 'allSourcesToEachTarget',
		options: [
			{ name: ALL_WITH_EACH, value: 'allSourcesToEachTarget' },
			{ name: 'New Face at the Same Position', value: 'sourceAtSamePosition' },
			{
				name: 'All Images Together',
				value: 'allTargetsTogether',
				description: 'For a video with several stills',
			},
		],
		description: 'Which items of New Face belong to which items of Image to Change',
	}),
	onMismatch: build.choice('On Mismatch', {
		default: 'error',
		options: [
			{ name: 'Stop With an Error', value: 'error' },
			{ name: 'Pair as Many as There Are', value: 'truncate' },
		],
		description: 'What to do when one side has more faces than the other',
	}),
};
export const mapperFields = build.fieldsIn(parameters);
export const settings = build.schemaOf(parameters);
export type MapperSettings = build.ValuesOf<typeof parameters>;
