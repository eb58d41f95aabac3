import { z } from 'zod/v3';
import { numberSchema, splitList } from '../shared/operation/parameters/schemas';
import { quoted, refuse } from '../shared/operation/parameters/messages';
import { choice, number, parameter, type Given } from '../shared/operation/parameters/builders';
import { changed } from '../shared/service/schema';
import type { MediaType } from '../shared/faces';
import { faceItems, requireStill } from './faceInput';
import { order, provided, targetFaces, whenChoosing } from './parameters';

const GIVEN = 'Faces to Change (JSON)';

const numberList = z.array(numberSchema({ min: 1, whole: true }));

/**
 * Numbers of faces as a list, or as a text with commas, spaces or lines between them; without repeats, in their order.
 * Undefined when there are none.
 */
const faceNumbers = changed(z.unknown(), (given, context): number[] | undefined => {
	const parts = (Array.isArray(given) ? given : [given]).flatMap((part: unknown) =>
		typeof part === 'string' ? splitList(part) : (part ?? []),
	);
	if (parts.length === 0) return undefined;
	const numbers = numberList.safeParse(parts);
	if (numbers.success) return [...new Set(numbers.data)];
	return refuse(
		context,
		`must be whole numbers from 1, with commas between them, but ${quoted(given)} was given`,
	);
});

/** What an age change asks for beside the picture or video to change (service.md: Age change, Limits). */
export const ageParameters = {
	faceReage: number('Years Older or Younger', {
		...{ default: 10, min: -30, max: 30, whole: true },
		required: true,
		hint: '10 is ten years older, -10 ten years younger',
		description:
			'Years to add to the present age, not the age to reach: from -30 (younger) to 30 (older). For more, change the result once again.',
	}),
	whichFaces: choice('Which Faces', {
		default: 'all',
		options: [
			{ name: 'All', value: 'all', description: 'Everyone who is found, at most 8' },
			{
				name: 'Choose Faces',
				value: 'choose',
				description: 'Only the faces that you name by their numbers; the others stay as they are',
			},
			provided,
		],
		description: 'Whose age is changed. In an expression: all, choose, provided.',
	}),
	faceNumbers: parameter('string', faceNumbers, 'Face Numbers', {
		required: true,
		placeholder: 'e.g. 1,3',
		displayOptions: whenChoosing,
		description:
			'The faces to change, separated by commas. They are counted from 1, left to right unless Face Order says otherwise.',
	}),
	targetImage: targetFaces(GIVEN),
};
export const ageOptions = { order };
type AgeInput = Given<typeof ageParameters, typeof ageOptions>;

/** Whose age to change: faces that are given, or all or some of those that are found. */
export type AgeChoice = ReturnType<typeof chooseAged>;

/** Reads the choice of the faces, without a request; what does not fit is an issue. */
export function chooseAged(input: AgeInput, context: z.RefinementCtx, mediaType: MediaType) {
	requireStill(input, context, mediaType);
	const { whichFaces: by, faceNumbers: numbers, options } = input;
	if (by === 'provided') return { given: faceItems(input.targetImage, GIVEN, context) };
	if (by === 'choose' && numbers === undefined) {
		refuse(context, 'must be the numbers of the faces to change, but nothing was given', ['faceNumbers']);
	}
	return { numbers: by === 'choose' ? numbers : undefined, order: options.order };
}
