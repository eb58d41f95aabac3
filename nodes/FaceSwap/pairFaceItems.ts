import {
	checkMediaType,
	CHOOSING_FACES,
	listTargets,
	pairFaces,
	replaceFaces,
	type ChosenFaces,
	type FaceItem,
	type FacePairs,
	type MediaType,
	type Picture,
} from '../shared/faces';
import type { Media } from '../shared/media/input';
import type { Tools } from '../shared/operation/types';
import type { Json } from '../shared/service/request';
import type { AgeChoice } from './ageFields';
import { detectPicture } from './detectPicture';
import type { FaceChoice } from './faceInput';

/** The picture to detect the faces to change in, and its name on the screen. */
export interface Looked {
	medium: Media;
	label: string;
	mediaType: MediaType;
}

const NEW_FACE = 'New Face Picture';
const CHOOSING_NEW_FACE = `To use one of them, cut it out and give that picture. Or name its number in Face Mapper (${CHOOSING_FACES}), and set Which Faces of this node to From Face Mapper or JSON`;

/**
 * The two lists of a swap: as given, or from the detected faces (service.md: Face swap).
 * @throws FaceError, ServiceError
 */
export async function facePairs(tools: Tools, choice: FaceChoice, looked: Looked): Promise<FacePairs> {
	const { mediaType, label } = looked;
	if (choice.by === 'provided') {
		const { targetImage, sourceImage } = choice;
		return { ...givenFaces(tools, targetImage, mediaType, 'Faces to Replace (JSON)'), sourceImage };
	}
	const { order } = choice;
	const detect = async (medium: Media, name: string): Promise<Picture> =>
		await detectPicture(tools, await tools.mediaUrl(medium, name), order, name);
	const target = await detect(looked.medium, label);
	const common = {
		targets: [target],
		mediaType,
		order,
		labels: { target: label, source: NEW_FACE },
		choosingNewFace: CHOOSING_NEW_FACE,
	};
	if (choice.by === 'choose') {
		const replacements = await Promise.all(
			choice.replacements.map(async ({ faceNumber, sourcePicture }) => ({
				faceNumber,
				source: await detect(sourcePicture, `${NEW_FACE} of face ${faceNumber}`),
			})),
		);
		return replaceFaces({ ...common, replacements });
	}
	const sources = [await detect(choice.sourcePicture, NEW_FACE)];
	const pairing = choice.by === 'oneForAll' ? 'oneSourceForAll' : 'byOrder';
	return pairFaces({ ...common, sources, pairing });
}

/**
 * The faces of an age change: as given, or detected.
 * @throws FaceError, ServiceError
 */
export async function facesToChange(tools: Tools, choice: AgeChoice, looked: Looked): Promise<ChosenFaces> {
	const { medium, label, mediaType } = looked;
	if ('given' in choice) return givenFaces(tools, choice.given, mediaType, 'Faces to Change (JSON)');
	const picture = await detectPicture(tools, await tools.mediaUrl(medium, label), choice.order, label);
	return listTargets({ pictures: [picture], label }, mediaType, choice.order, choice.numbers);
}

/** The pairs as a person wants to check them: who gets whose face. Faces that were given are counted as they stand. */
export function shownPairs({ targetImage, faceNumbers, sourceImage }: ChosenFaces & Partial<FacePairs>): {
	pairs: Json;
} {
	const pairs = targetImage.map((target, index) => {
		const source = sourceImage?.[index];
		return {
			face: faceNumbers[index] ?? index + 1,
			target: { ...target },
			...(source && { source: { ...source } }),
		};
	});
	return { pairs };
}

/**
 * Faces from Face Mapper come with the media type they were made for; it counts only when they are those of the input
 * item.
 */
function givenFaces(tools: Tools, faces: FaceItem[], needed: MediaType, label: string): ChosenFaces {
	const json = tools.context.getInputData()[tools.item]?.json;
	if (json && JSON.stringify(json.targetImage) === JSON.stringify(faces)) {
		checkMediaType(json.mediaType, needed, label);
	}
	return { targetImage: faces, faceNumbers: [] };
}
