import { defineCreate } from '../../../shared/operation';
import { chooseFaces, planOf } from '../../pairFaceItems';
import { imageToChange, swapOptions, swapParameters } from '../../parameters';

export const swapImage = defineCreate({
	value: 'swapImage',
	name: 'Swap in Image',
	action: 'Swap faces in image',
	description: 'Put the faces of one image onto people in another image',
	kind: 'faceSwap',
	to: { path: '/faceswap/highquality/specifyimage' },
	makesImages: true,
	parameters: { modifyImage: imageToChange, ...swapParameters },
	options: swapOptions,
	read: (given, context) => ({ ...given, faces: chooseFaces(given, context) }),
	plan: async (given, tools) =>
		await planOf(given, { face_enhance: Number(given.options.faceEnhance) }, tools),
});
