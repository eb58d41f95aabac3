import {
	FaceError,
	listTargets,
	pairFaces,
	type ChosenFaces,
	type FaceItem,
	type FacePairs,
	type MediaType,
} from '../shared/faces';
import type { Media } from '../shared/operation/parameters/resourceLocators';
import type { Tools } from '../shared/operation/types';
import type { AgeChoice } from './ageParameters';
import { detectImage } from './detectImage';
import type { FaceChoice } from './faceInput';
import { LOOKED_AT, NEW_FACE, TARGET_FACES, TO_CHANGE } from './parameters';

/** @throws FaceError; ServiceError */
export async function facePairs(
	tools: Tools,
	choice: FaceChoice,
	mediaType: MediaType,
	medium: Media,
): Promise<FacePairs> {
	if (choice.by === 'provided') {
		const { targetImage, sourceImage } = choice;
		return { ...givenFaces(tools, targetImage, mediaType), sourceImage };
	}
	const label = LOOKED_AT[mediaType];
	const common = {
		targets: [await detectImage(tools, medium, label)],
		mediaType,
		order: choice.order,
		labels: { target: label, source: NEW_FACE },
	};
	if (choice.by === 'choose') {
		const pairs = await Promise.all(
			choice.replacements.map(async ({ faceNumber: target, sourcePicture }) => ({
				target,
				source: await detectImage(tools, sourcePicture, `${NEW_FACE} of face ${target}`),
			})),
		);
		return pairFaces({ ...common, sources: [], pairing: 'manual', pairs });
	}
	const sources = [await detectImage(tools, choice.sourcePicture, NEW_FACE)];
	const pairing = choice.by === 'oneForAll' ? 'oneSourceForAll' : 'byOrder';
	return pairFaces({ ...common, sources, pairing });
}

/** @throws FaceError; ServiceError */
export async function facesToChange(
	tools: Tools,
	choice: AgeChoice,
	mediaType: MediaType,
	medium: Media,
): Promise<ChosenFaces> {
	if (choice.given) return givenFaces(tools, choice.given, mediaType);
	const label = LOOKED_AT[mediaType];
	const image = await detectImage(tools, medium, label);
	return listTargets([image], label, mediaType, choice.order, choice.numbers);
}

export async function planOf(
	tools: Tools,
	{ targetImage, faceNumbers, sourceImage }: ChosenFaces & Partial<FacePairs>,
	others: object,
	mediaType: MediaType,
	medium: Media,
) {
	const { field, label } = TO_CHANGE[mediaType];
	const pairs = faceNumbers.map((face, index) => {
		const source = sourceImage?.[index];
		return { face, target: targetImage[index], ...(source && { source }) };
	});
	const faces = { targetImage, ...(sourceImage && { sourceImage }) };
	return { body: { ...faces, ...others, [field]: await tools.mediaUrl(medium, label) }, preview: { pairs } };
}

/** Key points for images and videos differ (service.md: Faces). */
function givenFaces(tools: Tools, targetImage: FaceItem[], mediaType: MediaType): ChosenFaces {
	const json = tools.context.getInputData()[tools.item]?.json;
	const other = mediaType === 'image' ? 'video' : 'image';
	if (json?.mediaType === other && JSON.stringify(json.targetImage) === JSON.stringify(targetImage)) {
		throw new FaceError(
			`${TARGET_FACES}: the faces were prepared for ${other}s, and are used for ${mediaType}s`,
			`Set Media Type of Face Mapper to ${mediaType === 'image' ? 'Image' : 'Video'}`,
		);
	}
	return { targetImage, faceNumbers: targetImage.map((_, index) => index + 1) };
}
