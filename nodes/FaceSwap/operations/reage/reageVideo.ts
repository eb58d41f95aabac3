import { defineCreate } from '../../../shared/operation';
import { chooseAged, planOf } from '../../pairFaceItems';
import { ageOptions, ageParameters, videoToChange } from '../../parameters';

export const reageVideo = defineCreate({
	value: 'reageVideo',
	name: 'Change in Video',
	action: 'Change age of faces in video',
	description: 'Make people in a video look older or younger, all of them or some',
	kind: 'faceSwap',
	to: { path: '/faceswap/highquality/vidreage' },
	parameters: { ...videoToChange, ...ageParameters },
	options: ageOptions,
	read: (given, context) => ({ ...given, faces: chooseAged(given, context) }),
	plan: async (given, tools) => await planOf(given, { face_reage: given.faceReage }, tools),
});
