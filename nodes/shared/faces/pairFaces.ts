import type { DetectedImage } from './given';
import { faceFailure, numberFaces, type FaceOrder, type NumberedFace, type Side } from './numberFaces';
import * as items from './numberFaces';

export const pairings = [
	{ name: 'In Order', value: 'inOrder', description: 'First to first, and so on, left to right' },
	{ name: 'One New Face for Everyone', value: 'oneForAll', description: 'One new face replaces all faces' },
	{ name: 'Choose Faces', value: 'choose', description: 'Only the faces that you number get a new face' },
] as const;

export interface FacePairs extends items.ChosenFaces {
	sourceImage: items.FaceItem[];
}

export interface PairFacesInput {
	targets: readonly DetectedImage[];
	sources: readonly DetectedImage[];
	labels: { target: string; source: string };
	mediaType: items.MediaType;
	order: FaceOrder;
	whichFaces: (typeof pairings)[number]['value'];
	pairs?: ReadonlyArray<{ target: number; source: number | DetectedImage }>;
	onMismatch?: 'error' | 'truncate';
}

type Pair = readonly [face: NumberedFace, newFace: NumberedFace];

export function pairFaces(input: PairFacesInput): FacePairs {
	const { labels, mediaType, order } = input;
	const targets = numberFaces(input.targets, order, labels.target);
	const sources = numberFaces(input.sources, order, labels.source);
	const pairs =
		input.whichFaces === 'choose' ? pairByNumber(targets, sources, input) : pairAll(targets, sources, input);
	const newFaces = pairs.map(([, newFace]) => newFace);
	checkAlone(newFaces, sources, mediaType);
	return {
		...items.listFaces({ ...targets, faces: pairs.map(([face]) => face) }, mediaType),
		sourceImage: newFaces.map((newFace) => items.toFaceItem(newFace, labels.source, mediaType)),
	};
}

function pairAll(
	targets: Side,
	sources: Side,
	{ whichFaces, onMismatch, mediaType }: PairFacesInput,
): Pair[] {
	const isInOrder = whichFaces === 'inOrder';
	if (onMismatch !== 'truncate') {
		items.checkLimit(targets.faces, targets.label);
		if (isInOrder) checkCount(targets, sources, mediaType);
		else onlyFace(sources, mediaType);
	}
	return targets.faces.flatMap((face, index): Pair[] => {
		const newFace = sources.faces[isInOrder ? index : 0];
		return newFace === undefined ? [] : [[face, newFace]];
	});
}

function pairByNumber(
	targets: Side,
	sources: Side,
	{ pairs = [], order, mediaType }: PairFacesInput,
): Pair[] {
	if (pairs.length === 0) {
		throw faceFailure('Replacements is empty', 'Add a replacement for each face to replace');
	}
	const taken = new Set<number>();
	return pairs.map(({ target, source }): Pair => {
		const face = items.pickFace(targets, target);
		if (taken.has(target)) {
			throw faceFailure(
				`${targets.label}: face ${target} is named twice`,
				'Name each face to replace once: it can get one new face only',
			);
		}
		taken.add(target);
		if (typeof source === 'number') return [face, items.pickFace(sources, source)];
		return [face, onlyFace(numberFaces([source], order, `${sources.label} of face ${target}`), mediaType)];
	});
}

function checkCount(targets: Side, sources: Side, mediaType: items.MediaType): void {
	const [needed, given] = [targets.faces.length, sources.faces.length];
	if (needed === given) return;
	if (given > needed) checkAlone(sources.faces, sources, mediaType);
	throw faceFailure(
		`${targets.label} shows ${items.countOf(targets.faces)}, and ${sources.label} shows ${items.countOf(sources.faces)}`,
		`${items.shownFaces(given > needed ? sources : targets)}. Set Which Faces to ${given === 1 ? 'One New Face for Everyone, or to Choose Faces for some of them' : 'Choose Faces'}`,
	);
}

function onlyFace(side: Side, mediaType: items.MediaType): NumberedFace {
	if (side.faces.length <= 1) return items.pickFace(side, 1);
	checkAlone(side.faces, side, mediaType);
	throw faceFailure(
		`${side.label} shows ${items.countOf(side.faces)}, and one is needed`,
		`${items.shownFaces(side)}. Give an image that shows one face alone`,
	);
}

/** Otherwise the swap may fail (service.md: Face swap). */
function checkAlone(
	chosen: readonly NumberedFace[],
	{ label, faces }: Side,
	mediaType: items.MediaType,
): void {
	const face = mediaType === 'video' ? chosen.find(({ seen }) => seen > 1) : undefined;
	if (face === undefined) return;
	const beside = faces.filter(({ imageUrl }) => imageUrl === face.imageUrl);
	throw faceFailure(
		`${label} shows ${face.seen} faces, and a new face for a video must be alone in its image`,
		`${items.shownFaces({ label, faces: beside })}. Cut out the face to use, and give that image`,
	);
}
