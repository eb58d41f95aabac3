import { z } from 'zod';
import { jobKinds } from '../../../shared/jobs/kinds';
import { media, optionalMedia } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { faceSelectionField, stillFromVideo, videoToChange } from '../../faceFields';
import { facesToAge, shownPairs } from '../../pairFaceItems';
import { ageFields, ageInput, givenFaces } from '../../reageFields';
import { requireStill } from '../../still';

/** Face age change on a video (interface: Face age change on a video). */
export const reageVideo = createOperation({
	value: 'reageVideo',
	name: 'Change Age in a Video',
	action: 'Change the age of faces in a video',
	description:
		'Make people in a video look older or younger: all whose faces are found in a still, at most 8, or only those that are given',
	kind: jobKinds.faceSwap,
	fields: [faceSelectionField, videoToChange, stillFromVideo, ...ageFields],
	input: z
		.object({ modifyVideo: media, targetFrame: optionalMedia, ...ageInput })
		.superRefine(requireStill)
		.transform((input, context) => ({ ...input, faces: givenFaces(input, context) })),
	async plan({ modifyVideo, targetFrame, faces, faceReage }, tools) {
		const targetImage = await facesToAge(tools, faces, {
			medium: targetFrame ?? modifyVideo,
			label: 'Still From the Video',
			mediaType: 'video',
		});
		return {
			request: {
				method: 'POST',
				path: '/faceswap/highquality/vidreage',
				body: {
					targetImage: targetImage.map((face) => ({ ...face })),
					face_reage: faceReage,
					modifyVideo: await tools.mediaUrl(modifyVideo, 'Video to Change'),
				},
				intent: 'create',
				group: 'faceSwap',
			},
			preview: shownPairs({ targetImage, sourceImage: [] }),
		};
	},
});
