import type { INodeProperties } from 'n8n-workflow';

/** The parameters of the node, in the order of the screen. */
export const fields: INodeProperties[] = [
	{
		displayName: 'Media Type',
		name: 'mediaType',
		type: 'options',
		default: 'image',
		noDataExpression: true,
		options: [
			{ name: 'Image', value: 'image', description: 'For swaps and age changes in images' },
			{ name: 'Video', value: 'video', description: 'For swaps and age changes in videos' },
		],
		description: 'What the faces are for: images and videos take different key points',
	},
	{
		displayName: 'New Faces From',
		name: 'sourceFrom',
		type: 'options',
		default: 'input',
		noDataExpression: true,
		options: [
			{ name: 'Source Input', value: 'input', description: 'The items of the second input' },
			{
				name: 'JSON',
				value: 'field',
				description: 'A parameter of this node, which then has one input: for loops and agents',
			},
		],
		description: 'Where the detection of the new faces comes from',
	},
	{
		displayName: 'Source Detection (JSON)',
		name: 'sourceDetection',
		type: 'json',
		default: '',
		required: true,
		displayOptions: { show: { sourceFrom: ['field'] } },
		placeholder: "e.g. {{ $('Detect New Face').first().json }}",
		description: 'The output of Detect for the picture of the new faces, or a list of such outputs',
	},
	{
		displayName: 'Combine Items',
		name: 'match',
		type: 'options',
		default: 'allSourcesToEachTarget',
		options: [
			{
				name: 'All Sources to Each Target',
				value: 'allSourcesToEachTarget',
				description: 'Each target picture gets the new faces of all source items',
			},
			{
				name: 'All Targets Together',
				value: 'allTargetsTogether',
				description: 'One output for all target items, as for a video with several stills',
			},
			{
				name: 'Source at Same Position',
				value: 'sourceAtSamePosition',
				description: 'The first target picture gets the first source item, and so on',
			},
		],
		description: 'Which source items go with which target items',
	},
	{
		displayName: 'Pairing',
		name: 'pairing',
		type: 'options',
		default: 'byOrder',
		options: [
			{
				name: 'By Order',
				value: 'byOrder',
				description: 'The first new face replaces the first face, and so on',
			},
			{ name: 'Manual', value: 'manual', description: 'Pairs of face numbers; faces not named stay' },
			{
				name: 'One New Face for All',
				value: 'oneSourceForAll',
				description: 'The one new face replaces all faces',
			},
		],
		description: 'Which new face replaces which face',
	},
	{
		displayName: 'Pairs',
		name: 'pairs',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Pair',
		default: {},
		displayOptions: { show: { pairing: ['manual'] } },
		options: [
			{
				displayName: 'Pair',
				name: 'pair',
				values: [
					{
						displayName: 'Target Face Number',
						name: 'target',
						type: 'number',
						default: 1,
						typeOptions: { minValue: 1 },
						description: 'The face to replace, counted from 1',
					},
					{
						displayName: 'Source Face Number',
						name: 'source',
						type: 'number',
						default: 1,
						typeOptions: { minValue: 1 },
						description: 'The new face, counted from 1 through all source items',
					},
				],
			},
		],
	},
	{
		displayName: 'Face Order',
		name: 'order',
		type: 'options',
		default: 'leftToRight',
		options: [
			{ name: 'As Detected', value: 'asDetected' },
			{ name: 'Largest First', value: 'largestFirst' },
			{ name: 'Left to Right', value: 'leftToRight' },
		],
		description: 'The order in which the faces of a picture get their numbers, from 1',
	},
	{
		displayName: 'On Mismatch',
		name: 'onMismatch',
		type: 'options',
		default: 'error',
		options: [
			{ name: 'Stop With an Error', value: 'error' },
			{ name: 'Pair as Many as There Are', value: 'truncate' },
		],
		description: 'What to do when there are more faces on one side than on the other',
	},
];
