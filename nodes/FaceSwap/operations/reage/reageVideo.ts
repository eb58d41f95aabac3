import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { media, optionalMedia } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { ageFields, ageInput, ageSends, chooseAged } from '../../ageFields';
import { videoToChange } from '../../faceFields';
import { facesToChange, shownPairs } from '../../pairFaceItems';
import { requireStill } from '../../faceInput';
import { faceOrder } from '../../whichFaces';

/** Face age change on a video (service.md: Age change). */
export const reageVideo = createOperation({
	value: 'reageVideo',
	name: 'Change Age in a Video',
	action: 'Change the age of faces in a video',
	description:
		'Make people in a video look older or younger: all whose faces are found in a still, at most 8, or only some of them',
	kind: jobKinds.faceSwap,
	to: { path: '/faceswap/highquality/vidreage' },
	sends: { ...ageSends, modifyVideo: 'modifyVideo' },
	fields: [...videoToChange, ...ageFields],
	options: [faceOrder.field],
	input: z
		.object({ modifyVideo: media, targetFrame: optionalMedia, ...ageInput })
		.superRefine(requireStill)
		.transform((input, context) => ({ ...input, faces: chooseAged(input, context) })),
	async plan({ modifyVideo, targetFrame, faces, faceReage }, tools) {
		const chosen = await facesToChange(tools, faces, 'video', targetFrame ?? modifyVideo);
		return {
			body: {
				targetImage: chosen.targetImage,
				face_reage: faceReage,
				modifyVideo: await tools.mediaUrl(modifyVideo, 'Video to Change'),
			},
			preview: shownPairs(chosen),
		};
	},
});
