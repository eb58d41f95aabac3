import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { media } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { chosenFaceFields, enhanceField, newFaceFields, pictureToChange } from '../../faceFields';
import { chooseFaces, swapFaces } from '../../faceInput';
import { facePairs, shownPairs } from '../../pairFaceItems';
import { swapBody, swapSends } from '../../swapBody';
import { faceOrder, facesToReplace } from '../../whichFaces';

const LABEL = 'Picture to Change';

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
	fields: [...pictureToChange, ...newFaceFields, facesToReplace.field, ...chosenFaceFields],
	options: [faceOrder.field, enhanceField],
	input: z
		.object({ modifyImage: media, ...swapFaces })
		.transform((input, context) => ({ ...input, faces: chooseFaces(input, context, 'image') })),
	async plan({ modifyImage, faces, options }, tools) {
		const pairs = await facePairs(tools, faces, { medium: modifyImage, label: LABEL, mediaType: 'image' });
		return {
			body: { ...swapBody(pairs, options), modifyImage: await tools.mediaUrl(modifyImage, LABEL) },
			preview: shownPairs(pairs),
		};
	},
});
