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
import { detectPicture } from './detectPicture';
import type { FaceChoice } from './faceInput';

/** Where the faces to change are looked for, in the words of the screen. */
const LOOKED_AT = { image: 'Picture to Change', video: 'Still From the Video' };
const NEW_FACE = 'New Face Picture';

/**
 * The two lists of a swap: as given, or from the faces that are detected in `medium` (service.md: Face swap).
 * @throws FaceError, ServiceError
 */
export async function facePairs(
	tools: Tools,
	choice: FaceChoice,
	mediaType: MediaType,
	medium: Media,
): Promise<FacePairs> {
	if (choice.by === 'provided') {
		const { targetImage, sourceImage } = choice;
		return { ...givenFaces(tools, targetImage, mediaType, 'Faces to Replace (JSON)'), sourceImage };
	}
	const label = LOOKED_AT[mediaType];
	const common = {
		targets: [await detectPicture(tools, medium, label)],
		mediaType,
		order: choice.order,
		labels: { target: label, source: NEW_FACE },
	};
	if (choice.by === 'choose') {
		const pairs = await Promise.all(
			choice.replacements.map(async ({ faceNumber: target, sourcePicture }) => ({
				target,
				source: await detectPicture(tools, sourcePicture, `${NEW_FACE} of face ${target}`),
			})),
		);
		return pairFaces({ ...common, sources: [], pairing: 'manual', pairs });
	}
	const sources = [await detectPicture(tools, choice.sourcePicture, NEW_FACE)];
	const pairing = choice.by === 'oneForAll' ? 'oneSourceForAll' : 'byOrder';
	return pairFaces({ ...common, sources, pairing });
}

/**
 * The faces of an age change: as given, or detected in `medium`.
 * @throws FaceError, ServiceError
 */
export async function facesToChange(
	tools: Tools,
	choice: AgeChoice,
	mediaType: MediaType,
	medium: Media,
): Promise<ChosenFaces> {
	if (choice.given) return givenFaces(tools, choice.given, mediaType, 'Faces to Change (JSON)');
	const label = LOOKED_AT[mediaType];
	const picture = await detectPicture(tools, medium, label);
	return listTargets([picture], label, mediaType, choice.order, choice.numbers);
}

/** Where the body of a request has the picture or video to change, and what it is called on the screen. */
const TO_CHANGE = {
	image: { field: 'modifyImage', label: 'Picture to Change' },
	video: { field: 'modifyVideo', label: 'Video to Change' },
};

/**
 * The plan of a swap or an age change; its preview shows who gets whose face, as a person wants to check it.
 * @param others what else is in its body
 */
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

/**
 * Faces that were given are counted as they stand. Those from Face Mapper, which are those of the input item, come with
 * the media type that they were made for: their key points differ (service.md: Faces).
 */
function givenFaces(tools: Tools, targetImage: FaceItem[], mediaType: MediaType, label: string): ChosenFaces {
	const json = tools.context.getInputData()[tools.item]?.json;
	const other = mediaType === 'image' ? 'video' : 'image';
	const words = { image: 'picture', video: 'video' } as const;
	if (json?.mediaType === other && JSON.stringify(json.targetImage) === JSON.stringify(targetImage)) {
		throw new FaceError(
			`${label}: the faces were prepared for ${words[other]}s, and are used for ${words[mediaType]}s`,
			`Set Media Type of Face Mapper to ${mediaType === 'image' ? 'Picture' : 'Video'}`,
		);
	}
	return { targetImage, faceNumbers: targetImage.map((_, index) => index + 1) };
}
