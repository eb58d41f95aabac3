import { jobKinds } from '../../../shared/jobs/kinds';
import { defineCreate } from '../../../shared/operation/defineOperation';
import { chooseFaces, requireStill } from '../../faceInput';
import { facePairs, shownPairs } from '../../pairFaceItems';
import { videoToChange } from '../../parameters';
import { swapBody, swapOptions, swapParameters } from '../../swapParameters';

/** Face swap on a video (service.md: Face swap). */
export const swapVideo = defineCreate({
	value: 'swapVideo',
	name: 'Swap Faces in a Video',
	action: 'Swap faces in a video',
	description: 'Put the faces of a picture onto people in a video',
	kind: jobKinds.faceSwap,
	to: { path: '/faceswap/highquality/specifyvideo' },
	parameters: { ...videoToChange, ...swapParameters },
	options: swapOptions,
	read(given, context) {
		requireStill(given, context);
		return { ...given, faces: chooseFaces(given, context, 'video') };
	},
	async plan({ modifyVideo, targetFrame, faces, options }, tools) {
		const pairs = await facePairs(tools, faces, 'video', targetFrame ?? modifyVideo);
		return {
			body: {
				targetImage: pairs.targetImage,
				sourceImage: pairs.sourceImage,
				...swapBody(options),
				modifyVideo: await tools.mediaUrl(modifyVideo, 'Video to Change'),
			},
			preview: shownPairs(pairs),
		};
	},
});
