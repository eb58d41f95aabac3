import { z } from 'zod';
import { jobKinds } from '../../../shared/jobs/kinds';
import { media } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { faceSelectionField, pictureToChange } from '../../faceFields';
import { facesToAge, shownPairs } from '../../pairFaceItems';
import { ageFields, ageInput, givenFaces } from '../../reageFields';

/** Face age change on an image (interface: Face age change on an image). */
export const reageImage = createOperation({
	value: 'reageImage',
	name: 'Change Age in an Image',
	action: 'Change the age of faces in an image',
	description:
		'Make people in a picture look older or younger: all whose faces are found, at most 8, or only those that are given',
	kind: jobKinds.faceSwap,
	makesImages: true,
	fields: [faceSelectionField, ...pictureToChange(), ...ageFields],
	input: z
		.object({ modifyImage: media, ...ageInput })
		.transform((input, context) => ({ ...input, faces: givenFaces(input, context) })),
	async plan({ modifyImage, faces, faceReage }, tools) {
		const label = 'Picture to Change';
		const targetImage = await facesToAge(tools, faces, { medium: modifyImage, label, mediaType: 'image' });
		return {
			request: {
				method: 'POST',
				path: '/faceswap/highquality/imgreage',
				body: {
					targetImage: targetImage.map((face) => ({ ...face })),
					face_reage: faceReage,
					modifyImage: await tools.mediaUrl(modifyImage, label),
				},
				intent: 'create',
				group: 'faceSwap',
			},
			preview: shownPairs({ targetImage, sourceImage: [] }),
		};
	},
});
