import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { media } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { ageFields, ageInput, ageSends, chooseAged } from '../../ageFields';
import { pictureToChange } from '../../faceFields';
import { facesToChange, shownPairs } from '../../pairFaceItems';
import { faceOrder } from '../../whichFaces';

/** Face age change on an image (service.md: Age change). */
export const reageImage = createOperation({
	value: 'reageImage',
	name: 'Change Age in an Image',
	action: 'Change the age of faces in an image',
	description:
		'Make people in a picture look older or younger: all whose faces are found, at most 8, or only some of them',
	kind: jobKinds.faceSwap,
	to: { path: '/faceswap/highquality/imgreage' },
	makesImages: true,
	sends: { ...ageSends, modifyImage: 'modifyImage' },
	fields: [...pictureToChange, ...ageFields],
	options: [faceOrder.field],
	input: z
		.object({ modifyImage: media, ...ageInput })
		.transform((input, context) => ({ ...input, faces: chooseAged(input, context) })),
	async plan({ modifyImage, faces, faceReage }, tools) {
		const chosen = await facesToChange(tools, faces, 'image', modifyImage);
		return {
			body: {
				targetImage: chosen.targetImage,
				face_reage: faceReage,
				modifyImage: await tools.mediaUrl(modifyImage, 'Picture to Change'),
			},
			preview: shownPairs(chosen),
		};
	},
});
