import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { collection, number } from '../shared/operation/inputs';
import { quoted, refuse } from '../shared/operation/issues';
import { targetFacesField } from './faceFields';
import { faceItems } from './faceInput';
import { faceOrder, facesToAge } from './whichFaces';

const GIVEN = 'Faces to Change (JSON)';
/** Years that a face can be made younger or older (service.md: Limits). */
const YEARS = { minValue: -30, maxValue: 30 };

/** What an age change asks for beside the picture or video to change. */
export const ageFields: INodeProperties[] = [
	{
		displayName: 'Years Older or Younger',
		name: 'faceReage',
		type: 'number',
		default: 10,
		required: true,
		typeOptions: YEARS,
		description: 'From -30 (younger) to 30 (older)',
	},
	facesToAge.field,
	{
		displayName: 'Face Numbers',
		name: 'faceNumbers',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 1,3',
		displayOptions: { show: { whichFaces: ['choose'] } },
		description:
			'The faces to change, separated by commas. They are counted from 1, left to right unless Face Order says otherwise.',
	},
	targetFacesField(GIVEN),
];

/** The fields that they fill in. */
export const ageSends = { targetImage: 'targetImage', face_reage: 'faceReage' };

const numberList = z.array(number((schema) => schema.int().min(1)));

/**
 * Numbers of faces as a list, or as a text with commas, spaces or lines between them; without repeats, in their order.
 * Undefined when there are none.
 */
const faceNumbers = z.unknown().transform((given, context): number[] | undefined => {
	const parts = (Array.isArray(given) ? given : [given]).flatMap((part: unknown) =>
		typeof part === 'string' ? part.split(/[\s,;"'[\]]+/).filter((text) => text !== '') : (part ?? []),
	);
	if (parts.length === 0) return undefined;
	const numbers = numberList.safeParse(parts);
	if (numbers.success) return [...new Set(numbers.data)];
	return refuse(
		context,
		`must be whole numbers from 1, with commas between them, but ${quoted(given)} was given`,
	);
});

/** The schema of the same (service.md: Age change). */
export const ageInput = {
	faceReage: number((schema) => schema.int().min(YEARS.minValue).max(YEARS.maxValue)),
	whichFaces: facesToAge.schema,
	faceNumbers,
	targetImage: z.unknown(),
	options: collection({ order: faceOrder.schema }),
};
type AgeInput = z.output<z.ZodObject<typeof ageInput>>;

/** Whose age to change: faces that are given, or all or some of those that are found. */
export type AgeChoice = ReturnType<typeof chooseAged>;

/** Reads the choice of the faces, without a request; what does not fit is an issue. */
export function chooseAged(input: AgeInput, context: z.RefinementCtx) {
	const { whichFaces: by, faceNumbers: numbers, options } = input;
	if (by === 'provided') return { given: faceItems(input.targetImage, GIVEN, context) };
	if (by === 'choose' && numbers === undefined) {
		refuse(context, 'must be the numbers of the faces to change, but nothing was given', ['faceNumbers']);
	}
	return { numbers: by === 'choose' ? numbers : undefined, order: options.order };
}
