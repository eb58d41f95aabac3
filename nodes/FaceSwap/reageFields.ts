import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { number } from '../shared/operation/inputs';
import { targetFacesField } from './faceFields';
import { faceItems, faceSelection } from './faceInput';

/** What an age change asks for beside the picture or video to change. */
export const ageFields: INodeProperties[] = [
	targetFacesField('Faces to Change (JSON)'),
	{
		displayName: 'Years Older or Younger',
		name: 'faceReage',
		type: 'number',
		default: 10,
		required: true,
		typeOptions: { minValue: -30, maxValue: 30 },
		description: 'From -30 (younger) to 30 (older)',
	},
];

/** The schema of the same (interface: Face age change). */
export const ageInput = {
	faceSelection,
	targetImage: z.unknown(),
	faceReage: number((schema) => schema.int().min(-30).max(30)),
};

/** The faces that were given; undefined when they are to be found. */
export function givenFaces(
	input: { faceSelection: string; targetImage?: unknown },
	context: z.RefinementCtx,
) {
	if (input.faceSelection !== 'provided') return undefined;
	return faceItems(input.targetImage, 'Faces to Change (JSON)', context);
}
