import { jobKinds } from '../../../shared/jobs/kinds';
import { defineCreate } from '../../../shared/operation/defineOperation';
import { ageOptions, ageParameters, chooseAged } from '../../ageParameters';
import { facesToChange, planOf } from '../../pairFaceItems';
import { pictureToChange } from '../../parameters';

/** Face age change on an image (service.md: Age change). */
export const reageImage = defineCreate({
	value: 'reageImage',
	name: 'Change Age in a Picture',
	action: 'Change the age of faces in a picture',
	description:
		'Make people in a picture look older or younger: all whose faces are found, at most 8, or only some of them',
	kind: jobKinds.faceSwap,
	to: { path: '/faceswap/highquality/imgreage' },
	makesImages: true,
	parameters: { modifyImage: pictureToChange, ...ageParameters },
	options: ageOptions,
	read: (given, context) => ({ ...given, faces: chooseAged(given, context, 'image') }),
	async plan({ modifyImage, faces, faceReage }, tools) {
		const chosen = await facesToChange(tools, faces, 'image', modifyImage);
		return await planOf(tools, chosen, { face_reage: faceReage }, 'image', modifyImage);
	},
});
