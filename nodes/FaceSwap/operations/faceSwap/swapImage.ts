import { jobKinds } from '../../../shared/jobs/kinds';
import { defineCreate } from '../../../shared/operation/defineOperation';
import { chooseFaces } from '../../faceInput';
import { facePairs, planOf } from '../../pairFaceItems';
import { pictureToChange } from '../../parameters';
import { swapBody, swapOptions, swapParameters } from '../../swapParameters';

/** Face swap on an image (service.md: Face swap). */
export const swapImage = defineCreate({
	value: 'swapImage',
	name: 'Swap Faces in a Picture',
	action: 'Swap faces in a picture',
	description: 'Put the faces of one picture onto people in another picture',
	kind: jobKinds.faceSwap,
	to: { path: '/faceswap/highquality/specifyimage' },
	makesImages: true,
	parameters: { modifyImage: pictureToChange, ...swapParameters },
	options: swapOptions,
	read: (given, context) => ({ ...given, faces: chooseFaces(given, context, 'image') }),
	async plan({ modifyImage, faces, options }, tools) {
		const pairs = await facePairs(tools, faces, 'image', modifyImage);
		return await planOf(tools, pairs, swapBody(options), 'image', modifyImage);
	},
});
