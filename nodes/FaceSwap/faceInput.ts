import { z } from 'zod';
import { checkSameCount, FaceError, parseFaceItems, type FaceItem } from '../shared/faces';
import { optionalMedia, type Media } from '../shared/media/input';
import { asError } from '../shared/transport/errors';
import { choice, number } from '../shared/operation/inputs';

/** Where the faces come from: the node looks for them, or they are given. */
export const faceSelection = choice(['detect', 'provided'], 'detect');

/** In which order the faces of a picture are numbered. */
export const order = choice(['leftToRight', 'asDetected', 'largestFirst'], 'leftToRight');

/** New faces for single faces of the picture: an entry without a picture takes the node's New Face Picture. */
export const replacements = z.preprocess(
	(given) => given ?? {},
	z.object({
		face: z
			.array(z.object({ faceNumber: number((schema) => schema.int().min(1)), sourcePicture: optionalMedia }))
			.default([]),
	}),
);

/** The parameters of a swap that choose its faces, as they come. */
export const swapFaces = {
	faceSelection,
	sourcePicture: optionalMedia,
	replacements,
	pairing: choice(['byOrder', 'oneSourceForAll'], 'byOrder'),
	order,
	targetImage: z.unknown(),
	sourceImage: z.unknown(),
};
type SwapFaces = z.output<z.ZodObject<typeof swapFaces>>;

/** What a swap's faces are to be, once the parameters are found to fit each other. */
export type FaceChoice =
	| { by: 'provided'; targetImage: FaceItem[]; sourceImage: FaceItem[] }
	| ({ by: 'detect'; replacements: Replacement[] } & Pick<SwapFaces, 'sourcePicture' | 'pairing' | 'order'>);
export interface Replacement {
	faceNumber: number;
	sourcePicture: Media;
}

/** Reads the choice of a swap's faces; what does not fit is an issue, without asking anybody. */
export function chooseFaces(input: SwapFaces, context: z.RefinementCtx): FaceChoice {
	if (input.faceSelection === 'provided') {
		const [target, source] = ['Faces to Replace (JSON)', 'New Faces (JSON)'] as const;
		const targetImage = faceItems(input.targetImage, target, context);
		const sourceImage = faceItems(input.sourceImage, source, context);
		// Lists that could not be read have no number of faces to speak of.
		if (targetImage.length > 0 && sourceImage.length > 0) {
			refuseFaceErrors(context, () => checkSameCount(targetImage, sourceImage, target, source));
		}
		return { by: 'provided', targetImage, sourceImage };
	}
	const { sourcePicture, pairing, order: by } = input;
	const single = input.replacements.face.flatMap(({ faceNumber, sourcePicture: own }, index) => {
		const picture = own ?? sourcePicture;
		if (picture) return [{ faceNumber, sourcePicture: picture }];
		needPicture(context, ['replacements', 'face', index, 'sourcePicture']);
		return [];
	});
	if (input.replacements.face.length === 0 && !sourcePicture) needPicture(context, ['sourcePicture']);
	return { by: 'detect', sourcePicture, replacements: single, pairing, order: by };
}

/** Faces given as a list or as JSON; what is wrong with them is an issue with its advice. */
export function faceItems(value: unknown, label: string, context: z.RefinementCtx): FaceItem[] {
	return refuseFaceErrors(context, () => parseFaceItems(value, label)) ?? [];
}

function refuseFaceErrors<T>(context: z.RefinementCtx, check: () => T): T | undefined {
	try {
		return check();
	} catch (error) {
		if (!(error instanceof FaceError)) throw asError(error);
		const { message, description } = error;
		context.addIssue({ code: z.ZodIssueCode.custom, message, fatal: true, params: { description } });
		return undefined;
	}
}

function needPicture(context: z.RefinementCtx, path: Array<string | number>): void {
	context.addIssue({
		code: z.ZodIssueCode.custom,
		path,
		message: 'must be the picture that shows the new face, but nothing was given',
	});
}
