import { z } from 'zod';
import type { Media } from '../shared/media/input';

/** Faces of a video are found in a still: without one there is nothing to look at. */
export function requireStill(
	{ whichFaces, targetFrame }: { whichFaces: string; targetFrame?: Media },
	context: z.RefinementCtx,
): void {
	if (whichFaces === 'provided' || targetFrame) return;
	context.addIssue({
		code: z.ZodIssueCode.custom,
		path: ['targetFrame'],
		message: 'must be a picture from the video that shows the faces to change, but nothing was given',
	});
}
