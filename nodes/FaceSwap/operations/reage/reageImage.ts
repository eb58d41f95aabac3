import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { media } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { ageFields, ageInput, ageSends, chooseAged } from '../../ageFields';
import { pictureToChange } from '../../faceFields';
import { facesToChange, shownPairs } from '../../pairFaceItems';
import { faceOrder } from '../../whichFaces';

const LABEL = 'Picture to Change';

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
		const looked = { medium: modifyImage, label: LABEL, mediaType: 'image' } as const;
		const chosen = await facesToChange(tools, faces, looked);
		return {
			body: {
				targetImage: chosen.targetImage.map((face) => ({ ...face })),
				face_reage: faceReage,
				modifyImage: await tools.mediaUrl(modifyImage, LABEL),
			},
			preview: shownPairs(chosen),
		};
	},
});
