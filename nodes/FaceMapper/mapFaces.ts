import {
	CHOOSING_FACES,
	FaceError,
	listTargets,
	pairFaces,
	readPictures,
	type ChosenFaces,
	type FacePairs,
} from '../shared/faces';
import { labels, type MapperSettings } from './fields';

/**
 * Turns detections into the lists that a swap or an age change takes (service.md: Faces).
 * @param targetItems the json of the items on the target side
 * @param sourceItems those on the source side that belong to them; undefined when nothing is there: the output then has
 * only the target faces, for an age change
 * @throws FaceError
 */
export function mapFaces(
	targetItems: readonly unknown[],
	sourceItems: readonly unknown[] | undefined,
	settings: MapperSettings,
) {
	const { mediaType, order, pairing, onMismatch, pairs, sourceFrom, sourceDetection } = settings;
	const ofField =
		sourceFrom === 'field' ? readPictures(sourceDetection ?? '', 'New Face Detection (JSON)') : undefined;
	const targets = readPictures(targetItems, labels.target);
	const sources = ofField ?? (sourceItems && readSources(sourceItems));
	const { targetImage, sourceImage }: ChosenFaces & Partial<FacePairs> = sources
		? pairFaces({
				targets,
				sources,
				labels,
				mediaType,
				pairing,
				onMismatch,
				order,
				pairs,
				choosingNewFace: `To use some of them, ${CHOOSING_FACES} and name their numbers under Pairs`,
			})
		: listTargets(targets, labels.target, mediaType, order);
	const modifyImage = targets[0]?.imageUrl;
	return {
		targetImage,
		// Absent when nothing is on the source side.
		...(sourceImage && { sourceImage }),
		faceCount: targetImage.length,
		mediaType,
		// The picture in which the target faces were found.
		...(modifyImage !== undefined && { modifyImage }),
	};
}

function readSources(items: readonly unknown[]) {
	if (items.length > 0) return readPictures(items, labels.source);
	throw new FaceError(
		`${labels.source} has no item at this position`,
		`Give as many items on ${labels.source} as on ${labels.target}, or set Which Items Go Together to All New Faces With Each Picture`,
	);
}
