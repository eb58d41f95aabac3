import * as faces from '../shared/faces';
import type { Media, Tools } from '../shared/operation';
import type { AgeChoice } from './ageParameters';
import { detectImage } from './detectImage';
import type { FaceChoice } from './faceInput';
import { LOOKED_AT, NEW_FACE, TARGET_FACES, TO_CHANGE } from './parameters';

/** @throws Failure; Failure */
export async function facePairs(
	tools: Tools,
	choice: FaceChoice,
	mediaType: faces.MediaType,
	medium: Media,
): Promise<faces.FacePairs> {
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
		return faces.pairFaces({ ...common, sources: [], whichFaces: 'choose', pairs });
	}
	const sources = [await detectImage(tools, choice.sourcePicture, NEW_FACE)];
	return faces.pairFaces({ ...common, sources, whichFaces: choice.by });
}

/** @throws Failure; Failure */
export async function facesToChange(
	tools: Tools,
	choice: AgeChoice,
	mediaType: faces.MediaType,
	medium: Media,
): Promise<faces.ChosenFaces> {
	if (choice.given) return givenFaces(tools, choice.given, mediaType);
	const label = LOOKED_AT[mediaType];
	const image = await detectImage(tools, medium, label);
	return faces.listTargets([image], label, mediaType, choice.order, choice.numbers);
}

export async function planOf(
	tools: Tools,
	{ targetImage, faceNumbers, sourceImage }: faces.ChosenFaces & Partial<faces.FacePairs>,
	others: object,
	mediaType: faces.MediaType,
	medium: Media,
) {
	const { field, label } = TO_CHANGE[mediaType];
	const pairs = faceNumbers.map((face, index) => {
		const source = sourceImage?.[index];
		return { face, target: targetImage[index], ...(source && { source }) };
	});
	const faces = { targetImage, ...(sourceImage && { sourceImage }) };
	const address = await tools.mediaUrl(medium, label, mediaType);
	return { body: { ...faces, ...others, [field]: address }, preview: { pairs } };
}

/** Key points for images and videos differ (service.md: Faces). */
function givenFaces(
	tools: Tools,
	targetImage: faces.FaceItem[],
	mediaType: faces.MediaType,
): faces.ChosenFaces {
	const json = tools.context.getInputData()[tools.item]?.json;
	const other = mediaType === 'image' ? 'video' : 'image';
	if (json?.mediaType === other && JSON.stringify(json.targetImage) === JSON.stringify(targetImage)) {
		throw faces.faceFailure(
			`${TARGET_FACES}: the faces were prepared for ${other}s, and are used for ${mediaType}s`,
			`Set Media Type of Face Mapper to ${mediaType === 'image' ? 'Image' : 'Video'}`,
		);
	}
	return { targetImage, faceNumbers: targetImage.map((_, index) => index + 1) };
}
