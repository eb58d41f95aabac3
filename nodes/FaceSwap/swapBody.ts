import type { FacePairs } from '../shared/faces';
import type { Json } from '../shared/service/request';

/** The fields of the same, with their parameters. */
export const swapSends = {
	targetImage: 'targetImage',
	sourceImage: 'sourceImage',
	face_enhance: 'options.faceEnhance',
};

/**
 * The part of the body that both swaps share. An option that was left alone is not sent, so that the service's own
 * default holds (service.md: Face swap).
 */
export function swapBody({ targetImage, sourceImage }: FacePairs, options: { faceEnhance: boolean }) {
	return {
		targetImage: targetImage.map((face): Json => ({ ...face })),
		sourceImage: sourceImage.map((face): Json => ({ ...face })),
		...(options.faceEnhance && { face_enhance: 1 }),
	};
}
