import { defineCreate } from '../../../shared/operation';
import { chooseAged, planOf } from '../../pairFaceItems';
import { ageOptions, ageParameters, imageToChange } from '../../parameters';

export const reageImage = defineCreate({
	value: 'reageImage',
	name: 'Change in Image',
	action: 'Change age of faces in image',
	description: 'Make people in an image look older or younger, all of them or some',
	kind: 'faceSwap',
	to: { path: '/faceswap/highquality/imgreage' },
	makesImages: true,
	parameters: { modifyImage: imageToChange, ...ageParameters },
	options: ageOptions,
	read: (given, context) => ({ ...given, faces: chooseAged(given, context) }),
	plan: async (given, tools) => await planOf(given, { face_reage: given.faceReage }, tools),
});
