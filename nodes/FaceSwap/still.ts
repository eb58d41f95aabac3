import { type z } from 'zod/v3';
import { refuse } from '../shared/operation/issues';
import type { Media } from '../shared/media/input';

/** Faces of a video are detected in a still, so one must be given. */
export function requireStill(
	{ whichFaces, targetFrame }: { whichFaces: string; targetFrame?: Media },
	context: z.RefinementCtx,
): void {
	if (whichFaces === 'provided' || targetFrame) return;
	refuse(context, 'must be a picture from the video that shows the faces to change, but nothing was given', [
		'targetFrame',
	]);
}
