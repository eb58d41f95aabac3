import {
	CHOOSING_FACES,
	eachOf,
	FaceError,
	listTargets,
	pairFaces,
	readPictures,
	type FaceItem,
	type Picture,
} from '../shared/faces';
import { labels } from './labels';
import type { MapperSettings } from './settings';

/** The json of the items on either side that belong together. */
export interface Matched {
	targets: readonly unknown[];
	/** Undefined when nothing is on the source side: the output then has only the target faces, for an age change. */
	sources: readonly unknown[] | undefined;
	/** Indices of the target items. */
	targetItems: readonly number[];
}

/**
 * Which source items go with which target items.
 * @param sources undefined when nothing is on the source side
 */
export function matchItems(
	targets: readonly unknown[],
	sources: readonly unknown[] | undefined,
	match: MapperSettings['match'],
): Matched[] {
	if (match === 'allTargetsTogether') {
		return targets.length === 0 ? [] : [{ targets, sources, targetItems: targets.map((_, item) => item) }];
	}
	const isSamePlace = match === 'sourceAtSamePosition';
	return targets.map((target, item) => ({
		targets: [target],
		sources: sources && isSamePlace ? sources.slice(item, item + 1) : sources,
		targetItems: [item],
	}));
}

/**
 * Turns detections into the lists that a swap or an age change takes (service.md: Faces).
 * @throws FaceError
 */
export function mapFaces({ targets: targetItems, sources: sourceItems }: Matched, settings: MapperSettings) {
	const { mediaType, order, pairing, onMismatch, pairs } = settings;
	const targets = picturesOf(targetItems, labels.target, settings);
	const modifyImage = targets[0]?.imageUrl;
	const describe = (targetImage: FaceItem[], sourceImage?: FaceItem[]) => ({
		targetImage,
		// Absent when nothing is on the source side.
		...(sourceImage && { sourceImage }),
		faceCount: targetImage.length,
		mediaType,
		// The picture in which the target faces were found.
		...(modifyImage !== undefined && { modifyImage }),
	});
	if (sourceItems === undefined) {
		return describe(listTargets({ pictures: targets, label: labels.target }, mediaType, order).targetImage);
	}
	if (sourceItems.length === 0) {
		throw new FaceError(
			`${labels.source} has no item at this position`,
			`Give as many items on ${labels.source} as on ${labels.target}, or set Which Items Go Together to All New Faces With Each Picture`,
		);
	}
	const sources = picturesOf(sourceItems, labels.source, settings);
	const { targetImage, sourceImage } = pairFaces({
		targets,
		sources,
		labels,
		mediaType,
		pairing,
		onMismatch,
		order,
		pairs: pairs.pair,
		choosingNewFace: `To use some of them, ${CHOOSING_FACES} and name their numbers under Pairs`,
	});
	return describe(targetImage, sourceImage);
}

function picturesOf(values: readonly unknown[], label: string, { order }: MapperSettings): Picture[] {
	return eachOf(values, (value) => readPictures(value, label, order)).flat();
}
