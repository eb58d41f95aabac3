import { z } from 'zod';
import { jobKinds } from '../../../shared/jobs/kinds';
import { media, optionalMedia } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { flag } from '../../../shared/operation/inputs';
import { faceSelectionField, newFaceFields, stillFromVideo, videoToChange } from '../../faceFields';
import { chooseFaces, swapFaces } from '../../faceInput';
import { requireStill } from '../../still';
import { facePairs, shownPairs } from '../../pairFaceItems';

/** Face swap on a video (interface: Face swap on a video). */
export const swapVideo = createOperation({
	value: 'swapVideo',
	name: 'Swap Faces in a Video',
	action: 'Swap faces in a video',
	description: 'Put the faces of a picture onto people in a video',
	kind: jobKinds.faceSwap,
	fields: [faceSelectionField, videoToChange, stillFromVideo, ...newFaceFields],
	input: z
		.object({ modifyVideo: media, targetFrame: optionalMedia, ...swapFaces, faceEnhance: flag(false) })
		.superRefine(requireStill)
		.transform((input, context) => ({ ...input, faces: chooseFaces(input, context) })),
	async plan({ modifyVideo, targetFrame, faces, faceEnhance }, tools) {
		const pairs = await facePairs(tools, faces, {
			medium: targetFrame ?? modifyVideo,
			label: 'Still From the Video',
			mediaType: 'video',
		});
		return {
			request: {
				method: 'POST',
				path: '/faceswap/highquality/specifyvideo',
				body: {
					sourceImage: pairs.sourceImage.map((face) => ({ ...face })),
					targetImage: pairs.targetImage.map((face) => ({ ...face })),
					face_enhance: faceEnhance ? 1 : 0,
					modifyVideo: await tools.mediaUrl(modifyVideo, 'Video to Change'),
				},
				intent: 'create',
				group: 'faceSwap',
			},
			preview: shownPairs(pairs),
		};
	},
});
