import {
	FaceError,
	listTargets,
	pairFaces,
	readPictures,
	type FacePairs,
	type Picture,
} from '../shared/faces';
import type { MapperSettings } from './settings';

/** One output of the node. */
export interface MappedFaces extends Partial<FacePairs> {
	faceCount: number;
	mediaType: string;
	/** The picture in which the target faces were found. */
	modifyImage?: string;
}

/** The json of the items on either side that belong together. */
export interface Matched {
	targets: readonly unknown[];
	/** Undefined when nothing is on the source side: the target faces are then given alone, for an age change. */
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
 * Turns detections into the lists that a swap or an age change takes (interface: Face item).
 * @throws FaceError
 */
export function mapFaces(matched: Matched, settings: MapperSettings): MappedFaces {
	const { mediaType, order } = settings;
	const targets = picturesOf(matched.targets, 'Target', settings);
	const modifyImage = targets[0]?.imageUrl;
	const describe = (faces: Partial<FacePairs>): MappedFaces => ({
		...faces,
		faceCount: faces.targetImage?.length ?? 0,
		mediaType,
		...(modifyImage !== undefined && { modifyImage }),
	});
	if (matched.sources === undefined) {
		return describe({ targetImage: listTargets({ pictures: targets, label: 'Target' }, mediaType, order) });
	}
	if (matched.sources.length === 0) {
		throw new FaceError(
			'Source has no item at this position',
			'Give as many items on Source as on Target, or set Combine Items to All Sources to Each Target',
			'Source',
		);
	}
	const sources = picturesOf(matched.sources, 'Source', settings);
	const { pairing, onMismatch, pairs } = settings;
	return describe(pairFaces({ targets, sources, mediaType, pairing, onMismatch, order, pairs: pairs.pair }));
}

function picturesOf(values: readonly unknown[], label: string, { order }: MapperSettings): Picture[] {
	return values.flatMap((value) => readPictures(value, label, order));
}
