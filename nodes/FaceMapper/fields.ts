import { faceOrderChoice } from '../shared/faces';
import {
	choice,
	fieldsIn,
	json,
	list,
	notice,
	number,
	schemaOf,
	type ValuesOf,
} from '../shared/operation/parameters/builders';

/** The two inputs, as the canvas and the messages name them: source and target are what people confuse. */
export const labels = { target: 'Picture to Change', source: 'New Face' } as const;

/** The parameter that stands in for the second input. */
export const DETECTION = 'New Face Detection (JSON)';

const faceNumber = { default: 1, min: 1, whole: true };

/** The parameters of the node, in the order of the screen. */
export const parameters = {
	connectNotice: notice(
		'Detect both pictures with Face Swap (resource Face). Connect the picture to change to the first input, and the new face to the second. For an age change, connect the first alone.',
	),
	mediaType: choice('Media Type', {
		default: 'image',
		noDataExpression: true,
		options: [
			{ name: 'Picture', value: 'image', description: 'For swaps and age changes in pictures' },
			{ name: 'Video', value: 'video', description: 'For swaps and age changes in videos' },
		],
		description: 'What the faces are for: pictures and videos take different key points',
	}),
	sourceFrom: choice('New Faces From', {
		default: 'input',
		noDataExpression: true,
		options: [
			{ name: 'Second Input', value: 'input', description: 'The items that come in on New Face' },
			{
				name: 'JSON',
				value: 'field',
				description: 'A parameter of this node, which then has one input: for loops',
			},
		],
		description: 'Where the detection of the new faces comes from',
	}),
	sourceDetection: json(DETECTION, {
		required: true,
		displayOptions: { show: { sourceFrom: ['field'] } },
		placeholder: "e.g. {{ $('Detect New Face').first().json }}",
		description: 'The output of Detect for the picture of the new faces, or a list of such outputs',
	}),
	/** Which face gets which new face, in the words of Face Swap. */
	pairing: choice('Which Faces', {
		default: 'byOrder',
		options: [
			{
				name: 'In Order',
				value: 'byOrder',
				description: 'The first new face replaces the first face, and so on',
			},
			{
				name: 'One New Face for Everyone',
				value: 'oneSourceForAll',
				description: 'The one new face replaces all faces',
			},
			{
				name: 'Choose Faces',
				value: 'manual',
				description: 'Pairs of face numbers; the faces that are not named stay as they are',
			},
		],
		description: 'Which faces of the picture are replaced, and by which new face',
	}),
	pairs: list(
		'Pairs',
		{ name: 'pair', displayName: 'Pair' },
		{
			target: number('Face Number', {
				...faceNumber,
				description: 'The face to replace, counted from 1 in the picture to change',
			}),
			source: number('New Face Number', {
				...faceNumber,
				description: 'The face that takes its place, counted from 1 through all items of New Face',
			}),
		},
		{ placeholder: 'Add Pair', displayOptions: { show: { pairing: ['manual'] } } },
	),
	order: choice(faceOrderChoice.displayName, faceOrderChoice),
	match: choice('Which Items Go Together', {
		default: 'allSourcesToEachTarget',
		options: [
			{
				name: 'All New Faces With Each Picture',
				value: 'allSourcesToEachTarget',
				description: 'Each picture to change gets the new faces of all items',
			},
			{
				name: 'New Face at the Same Position',
				value: 'sourceAtSamePosition',
				description: 'The first picture to change gets the first item of New Face, and so on',
			},
			{
				name: 'All Pictures Together',
				value: 'allTargetsTogether',
				description: 'One output for all pictures to change, as for a video with several stills',
			},
		],
		description: 'Which items of New Face are for which items of Picture to Change, when there are several',
	}),
	onMismatch: choice('On Mismatch', {
		default: 'error',
		options: [
			{ name: 'Stop With an Error', value: 'error' },
			{ name: 'Pair as Many as There Are', value: 'truncate' },
		],
		description: 'What to do when there are more faces on one side than on the other',
	}),
};
export const mapperFields = fieldsIn(parameters);
export const settings = schemaOf(parameters);
export type MapperSettings = ValuesOf<typeof parameters>;
