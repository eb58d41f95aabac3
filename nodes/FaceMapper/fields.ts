import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { collection, number } from '../shared/operation/inputs';
import { mediaType, match, onMismatch, order, pairing, sourceFrom } from './choices';

/** The two inputs, as the canvas and the messages name them: source and target are what people confuse. */
export const labels = { target: 'Picture to Change', source: 'New Face' } as const;

/** The parameters of the node, in the order of the screen. */
export const fields: INodeProperties[] = [
	{
		displayName:
			'Detect both pictures with Face Swap (resource Face). Connect the picture to change to the first input, and the new face to the second. For an age change, connect the first alone.',
		name: 'connectNotice',
		type: 'notice',
		default: '',
	},
	mediaType.field,
	sourceFrom.field,
	{
		displayName: 'New Face Detection (JSON)',
		name: 'sourceDetection',
		type: 'json',
		default: '',
		required: true,
		displayOptions: { show: { sourceFrom: ['field'] } },
		placeholder: "e.g. {{ $('Detect New Face').first().json }}",
		description: 'The output of Detect for the picture of the new faces, or a list of such outputs',
	},
	pairing.field,
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
						displayName: 'Face Number',
						name: 'target',
						type: 'number',
						default: 1,
						typeOptions: { minValue: 1 },
						description: 'The face to replace, counted from 1 in the picture to change',
					},
					{
						displayName: 'New Face Number',
						name: 'source',
						type: 'number',
						default: 1,
						typeOptions: { minValue: 1 },
						description: 'The face that takes its place, counted from 1 through all items of New Face',
					},
				],
			},
		],
	},
	order.field,
	match.field,
	onMismatch.field,
];

const faceNumber = number((schema) => schema.int().min(1));

/** Their schema; its keys are the names of the fields. */
export const settingsSchema = z.object({
	mediaType: mediaType.schema,
	sourceFrom: sourceFrom.schema,
	sourceDetection: z.unknown(),
	match: match.schema,
	pairing: pairing.schema,
	pairs: collection({ pair: z.array(z.object({ target: faceNumber, source: faceNumber })).default([]) }),
	order: order.schema,
	onMismatch: onMismatch.schema,
});
export type MapperSettings = z.output<typeof settingsSchema>;
