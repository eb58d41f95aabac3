import type { z } from '../shared/zod';
import * as faces from '../shared/faces';
import { EMPTY, refuse, type Media } from '../shared/operation';
import { asError, Failure } from '../shared/service/failure';
import { TARGET_FACES } from './parameters';
import { NEW_FACES, type SwapFaces } from './swapParameters';

interface Still {
	whichFaces: string;
	targetFrame?: Media;
}

/** The service detects the faces of a video in a still. */
export function requireStill(input: Still, context: z.RefinementCtx, mediaType: faces.MediaType): void {
	if (mediaType === 'image' || input.whichFaces === 'provided' || input.targetFrame) return;
	refuse(context, EMPTY, ['targetFrame'], 'Give an image from the video that shows the faces to change');
}

export type FaceChoice = ReturnType<typeof chooseFaces>;

export function chooseFaces(input: SwapFaces & Still, context: z.RefinementCtx, mediaType: faces.MediaType) {
	requireStill(input, context, mediaType);
	const { whichFaces: by, sourcePicture, options } = input;
	const { order } = options;
	switch (by) {
		case 'provided':
			return { by, ...givenPairs(input, context, mediaType) };
		case 'choose':
			return { by, replacements: givenReplacements(input, context), order };
		case 'inOrder':
		case 'oneForAll':
			return sourcePicture ? { by, sourcePicture, order } : needImage(context, ['sourcePicture']);
	}
}

function givenPairs(input: SwapFaces, context: z.RefinementCtx, mediaType: faces.MediaType) {
	const [target, source] = [TARGET_FACES, NEW_FACES];
	const targetImage = faceItems(input.targetImage, target, context);
	const sourceImage = faceItems(input.sourceImage, source, context);
	const [targets, sources] = [targetImage.length, sourceImage.length];
	// An empty list was refused before.
	if (targets > 0 && sources > 0 && targets !== sources) {
		refuse(
			context,
			`${target} has ${faces.countOf(targetImage)}, and ${source} has ${faces.countOf(sourceImage)}`,
			[],
			'Give as many new faces as there are faces to replace',
		);
	}
	// Different key points in one image mean several faces (service.md: Face swap).
	const shared = sourceImage.find(({ path, opts }) =>
		sourceImage.some((other) => other.path === path && other.opts !== opts),
	);
	if (mediaType === 'video' && shared) {
		const what = 'and a new face for a video must be alone in its image';
		refuse(context, `${source} has several faces of ${faces.imageName(shared.path)}, ${what}`, [], CUT_OUT);
	}
	return { targetImage, sourceImage };
}

const CUT_OUT = 'Cut the faces out, and give each face with the URL of its own image';

const LIST_BY_EXPRESSION =
	'Add an entry for each face. Put expressions into its fields, because n8n drops an expression for the whole list.';

function givenReplacements({ replacements, sourcePicture }: SwapFaces, context: z.RefinementCtx) {
	if (replacements.length === 0) refuse(context, EMPTY, ['replacements'], LIST_BY_EXPRESSION);
	return replacements.map(({ faceNumber, sourcePicture: own }, index) => {
		const image = own ?? sourcePicture;
		if (!image) return needImage(context, ['replacements', 'face', index, 'sourcePicture']);
		return { faceNumber, sourcePicture: image };
	});
}

export function faceItems(value: unknown, label: string, context: z.RefinementCtx): faces.FaceItem[] {
	try {
		return faces.parseFaceItems(value, label);
	} catch (error) {
		if (!(error instanceof Failure)) throw asError(error);
		refuse(context, error.message, [], error.details.description, true);
		return [];
	}
}

function needImage(context: z.RefinementCtx, path: Array<string | number>): never {
	return refuse(context, EMPTY, path, 'Give the image that shows the new face');
}
