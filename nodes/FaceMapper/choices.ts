import { faceOrderChoice } from '../shared/faces';
import { choiceField } from '../shared/operation/choiceField';

export const mediaType = choiceField({
	displayName: 'Media Type',
	name: 'mediaType',
	default: 'image',
	noDataExpression: true,
	options: [
		{ name: 'Image', value: 'image', description: 'For swaps and age changes in images' },
		{ name: 'Video', value: 'video', description: 'For swaps and age changes in videos' },
	],
	description: 'What the faces are for: images and videos take different key points',
});

export const sourceFrom = choiceField({
	displayName: 'New Faces From',
	name: 'sourceFrom',
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
});

export const match = choiceField({
	displayName: 'Which Items Go Together',
	name: 'match',
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
});

/** Which face gets which new face, in the words of Face Swap. */
export const pairing = choiceField({
	displayName: 'Which Faces',
	name: 'pairing',
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
});

export const order = choiceField(faceOrderChoice);

export const onMismatch = choiceField({
	displayName: 'On Mismatch',
	name: 'onMismatch',
	default: 'error',
	options: [
		{ name: 'Stop With an Error', value: 'error' },
		{ name: 'Pair as Many as There Are', value: 'truncate' },
	],
	description: 'What to do when there are more faces on one side than on the other',
});
