import { z } from 'zod';
import type { Media } from '../shared/media/input';

/** Faces of a video are detected in a still, so one must be given. */
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
