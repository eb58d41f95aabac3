import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { media } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { pictureToChange, swapFields, swapOptions } from '../../faceFields';
import { chooseFaces, swapFaces, swapSends } from '../../faceInput';
import { facePairs, shownPairs } from '../../pairFaceItems';

/** Face swap on an image (service.md: Face swap). */
export const swapImage = createOperation({
	value: 'swapImage',
	name: 'Swap Faces in an Image',
	action: 'Swap faces in an image',
	description: 'Put the faces of one picture onto people in another picture',
	kind: jobKinds.faceSwap,
	to: { path: '/faceswap/highquality/specifyimage' },
	makesImages: true,
	sends: { ...swapSends, modifyImage: 'modifyImage' },
	fields: [...pictureToChange, ...swapFields],
	options: swapOptions,
	input: z
		.object({ modifyImage: media, ...swapFaces })
		.transform((input, context) => ({ ...input, faces: chooseFaces(input, context, 'image') })),
	async plan({ modifyImage, faces, options }, tools) {
		const pairs = await facePairs(tools, faces, 'image', modifyImage);
		return {
			body: {
				targetImage: pairs.targetImage,
				sourceImage: pairs.sourceImage,
				...(options.faceEnhance && { face_enhance: 1 }),
				modifyImage: await tools.mediaUrl(modifyImage, 'Picture to Change'),
			},
			preview: shownPairs(pairs),
		};
	},
});
