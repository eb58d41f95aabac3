import { defineCreate } from '../../../shared/operation';
import { chooseAged, facesToChange, planOf } from '../../pairFaceItems';
import { ageOptions, ageParameters, videoToChange } from '../../parameters';

export const reageVideo = defineCreate({
	value: 'reageVideo',
	name: 'Change Age in a Video',
	action: 'Change the age of faces in a video',
	description: 'Make people in a video look older or younger, all of them or some',
	kind: 'faceSwap',
	to: { path: '/faceswap/highquality/vidreage' },
	parameters: { ...videoToChange, ...ageParameters },
	options: ageOptions,
	read: (given, context) => ({ ...given, faces: chooseAged(given, context, 'video') }),
	async plan({ modifyVideo, targetFrame, faces, faceReage }, tools) {
		const chosen = await facesToChange(tools, faces, 'video', targetFrame ?? modifyVideo);
		return await planOf(tools, chosen, { face_reage: faceReage }, 'video', modifyVideo);
	},
});
