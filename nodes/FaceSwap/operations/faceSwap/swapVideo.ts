import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { media, optionalMedia } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { swapFields, swapOptions, videoToChange } from '../../faceFields';
import { chooseFaces, requireStill, swapFaces, swapSends } from '../../faceInput';
import { facePairs, shownPairs } from '../../pairFaceItems';

/** Face swap on a video (service.md: Face swap). */
export const swapVideo = createOperation({
	value: 'swapVideo',
	name: 'Swap Faces in a Video',
	action: 'Swap faces in a video',
	description: 'Put the faces of a picture onto people in a video',
	kind: jobKinds.faceSwap,
	to: { path: '/faceswap/highquality/specifyvideo' },
	sends: { ...swapSends, modifyVideo: 'modifyVideo' },
	fields: [...videoToChange, ...swapFields],
	options: swapOptions,
	input: z
		.object({ modifyVideo: media, targetFrame: optionalMedia, ...swapFaces })
		.superRefine(requireStill)
		.transform((input, context) => ({ ...input, faces: chooseFaces(input, context, 'video') })),
	async plan({ modifyVideo, targetFrame, faces, options }, tools) {
		const pairs = await facePairs(tools, faces, 'video', targetFrame ?? modifyVideo);
		return {
			body: {
				targetImage: pairs.targetImage,
				sourceImage: pairs.sourceImage,
				...(options.faceEnhance && { face_enhance: 1 }),
				modifyVideo: await tools.mediaUrl(modifyVideo, 'Video to Change'),
			},
			preview: shownPairs(pairs),
		};
	},
});
