import { z } from '../shared/zod';
import * as build from '../shared/operation';
import { EMPTY, numberSchema, refuse, refuseValue, splitList } from '../shared/operation';
import { changed } from '../shared/service/schema';
import { MAX_FACES } from '../shared/service/codes';
import type { MediaType } from '../shared/faces';
import { faceItems, requireStill } from './faceInput';
import { order, provided, TARGET_FACES, targetFaces, whenChoosing } from './parameters';

const numberList = z.array(numberSchema({ min: 1, whole: true }));

const faceNumbers = changed(z.unknown(), (given, context): number[] | undefined => {
	const parts = (Array.isArray(given) ? given : [given]).flatMap((part: unknown) =>
		typeof part === 'string' ? splitList(part) : (part ?? []),
	);
	if (parts.length === 0) return undefined;
	const numbers = numberList.safeParse(parts);
	if (numbers.success) return [...new Set(numbers.data)];
	return refuseValue(context, 'whole numbers from 1, with commas between them', given);
});

/** service.md: Age change, Limits */
export const ageParameters = {
	faceReage: build.number('Years Older or Younger', {
		...{ default: 10, min: -30, max: 30, whole: true },
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
		required: true,
		placeholder: 'e.g. 1,3',
		displayOptions: whenChoosing,
		description: 'The faces to change, counted from 1, left to right unless Face Order says otherwise',
	}),
	targetImage: targetFaces,
};
export const ageOptions = { order };
type AgeInput = build.Given<typeof ageParameters, typeof ageOptions>;

export type AgeChoice = ReturnType<typeof chooseAged>;

export function chooseAged(input: AgeInput, context: z.RefinementCtx, mediaType: MediaType) {
	requireStill(input, context, mediaType);
	const { whichFaces: by, faceNumbers: numbers, options } = input;
	if (by === 'provided') return { given: faceItems(input.targetImage, TARGET_FACES, context) };
	if (by === 'choose' && numbers === undefined) {
		refuse(context, EMPTY, ['faceNumbers'], 'Give the numbers of the faces to change');
	}
	return { numbers: by === 'choose' ? numbers : undefined, order: options.order };
}
