import { defineCreate } from '../../../shared/operation';
import { chooseFaces, planOf } from '../../pairFaceItems';
import { videoToChange, swapOptions, swapParameters } from '../../parameters';

export const swapVideo = defineCreate({
	value: 'swapVideo',
	name: 'Swap in Video',
	action: 'Swap faces in video',
	description: 'Put the faces of an image onto people in a video',
	kind: 'faceSwap',
	to: { path: '/faceswap/highquality/specifyvideo' },
	parameters: { ...videoToChange, ...swapParameters },
	options: swapOptions,
	read: (given, context) => ({ ...given, faces: chooseFaces(given, context) }),
	plan: async (given, tools) =>
		await planOf(given, { face_enhance: Number(given.options.faceEnhance) }, tools),
});
