import {
	checkMediaType,
	listTargets,
	pairFaces,
	replaceFaces,
	type FaceItem,
	type FacePairs,
	type MediaType,
	type Picture,
} from '../shared/faces';
import type { Media } from '../shared/media/input';
import type { Tools } from '../shared/operation/types';
import type { Json } from '../shared/service/request';
import { detectPicture } from './detectPicture';
import type { FaceChoice } from './faceInput';

/** What is looked at for the faces to change, and its name on the screen. */
export interface Looked {
	medium: Media;
	label: string;
	mediaType: MediaType;
}

const CHOOSING_BY_HAND = 'name them under Replacements';

/**
 * The two lists of a swap: as they were given, or from the faces that are found (interface: Face swap).
 * @throws FaceError, ServiceError
 */
export async function facePairs(tools: Tools, choice: FaceChoice, looked: Looked): Promise<FacePairs> {
	const { mediaType, label } = looked;
	if (choice.by === 'provided') {
		checkGivenType(tools, choice.targetImage, mediaType, 'Faces to Replace (JSON)');
		return { targetImage: choice.targetImage, sourceImage: choice.sourceImage };
	}
	const detect = async (medium: Media, name: string): Promise<Picture> =>
		await detectPicture(tools, await tools.mediaUrl(medium, name), choice.order);
	const target = await detect(looked.medium, label);
	const labels = { target: label, source: 'New Face Picture' };
	if (choice.replacements.length > 0) {
		const replacements = await Promise.all(
			choice.replacements.map(async ({ faceNumber, sourcePicture }) => ({
				faceNumber,
				source: await detect(sourcePicture, labels.source),
			})),
		);
		return replaceFaces({ targets: [target], replacements, mediaType, order: choice.order, labels });
	}
	const sources = choice.sourcePicture ? [await detect(choice.sourcePicture, labels.source)] : [];
	const { pairing, order } = choice;
	return pairFaces({
		targets: [target],
		sources,
		mediaType,
		pairing,
		order,
		labels,
		choosingByHand: CHOOSING_BY_HAND,
	});
}

/**
 * The faces of an age change: as they were given, or all that are found, from left to right.
 * @throws FaceError, ServiceError
 */
export async function facesToAge(
	tools: Tools,
	given: FaceItem[] | undefined,
	looked: Looked,
): Promise<FaceItem[]> {
	const { medium, label, mediaType } = looked;
	if (given) {
		checkGivenType(tools, given, mediaType, 'Faces to Change (JSON)');
		return given;
	}
	const picture = await detectPicture(tools, await tools.mediaUrl(medium, label), 'leftToRight');
	return listTargets({ pictures: [picture], label }, mediaType);
}

/** The pairs as a person wants to check them: who gets whose face. */
export function shownPairs({ targetImage, sourceImage }: FacePairs): { pairs: Json } {
	const pairs = targetImage.map((target, index) => {
		const source = sourceImage[index];
		return { face: index + 1, target: { ...target }, ...(source && { source: { ...source } }) };
	});
	return { pairs };
}

/** Faces that Face Mapper made say what they were made for; it counts only where they are those of the item. */
function checkGivenType(tools: Tools, faces: FaceItem[], needed: MediaType, label: string): void {
	const json = tools.context.getInputData()[tools.item]?.json;
	if (json && JSON.stringify(json.targetImage) === JSON.stringify(faces)) {
		checkMediaType(json.mediaType, needed, label);
	}
}
