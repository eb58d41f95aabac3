import { z } from 'zod';
import { jobKinds } from '../../../shared/jobs/kinds';
import { media } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { flag } from '../../../shared/operation/inputs';
import { faceSelectionField, newFaceFields, pictureToChange } from '../../faceFields';
import { chooseFaces, swapFaces } from '../../faceInput';
import { facePairs, shownPairs } from '../../pairFaceItems';

/** Face swap on an image (interface: Face swap on an image). */
export const swapImage = createOperation({
	value: 'swapImage',
	name: 'Swap Faces in an Image',
	action: 'Swap faces in an image',
	description: 'Put the faces of one picture onto people in another picture',
	kind: jobKinds.faceSwap,
	makesImages: true,
	fields: [faceSelectionField, ...pictureToChange(), ...newFaceFields],
	input: z
		.object({ modifyImage: media, ...swapFaces, faceEnhance: flag(false) })
		.transform((input, context) => ({ ...input, faces: chooseFaces(input, context) })),
	async plan({ modifyImage, faces, faceEnhance }, tools) {
		const label = 'Picture to Change';
		const pairs = await facePairs(tools, faces, { medium: modifyImage, label, mediaType: 'image' });
		return {
			request: {
				method: 'POST',
				path: '/faceswap/highquality/specifyimage',
				body: {
					targetImage: pairs.targetImage.map((face) => ({ ...face })),
					sourceImage: pairs.sourceImage.map((face) => ({ ...face })),
					face_enhance: faceEnhance ? 1 : 0,
					modifyImage: await tools.mediaUrl(modifyImage, label),
				},
				intent: 'create',
				group: 'faceSwap',
			},
			preview: shownPairs(pairs),
		};
	},
});
