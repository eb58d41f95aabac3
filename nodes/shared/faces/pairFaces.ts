import type { Picture } from './detection';
import { eachOf, FaceError } from './faceError';
import {
	CHOOSING_FACES,
	checkLimit,
	listFaces,
	pickFace,
	shownFaces,
	toFaceItem,
	type ChosenFaces,
	type FaceItem,
	type MediaType,
} from './faceItems';
import { numberFaces, type FaceOrder, type NumberedFace, type Side } from './numberFaces';

/** Both lists of a swap, of equal length: the first new face replaces the first face, and so on. */
export interface FacePairs extends ChosenFaces {
	sourceImage: FaceItem[];
}

export interface PairFacesInput {
	/** The pictures (or stills) with the faces to replace. */
	targets: readonly Picture[];
	sources: readonly Picture[];
	/** The names of the two sides on the screen, for messages. */
	labels: { target: string; source: string };
	mediaType: MediaType;
	order: FaceOrder;
	pairing: 'byOrder' | 'oneSourceForAll' | 'manual';
	/** For manual pairing: the numbers of a face and of its new face, from 1; or the picture that shows only this one. */
	pairs?: ReadonlyArray<{ target: number; source: number | Picture }>;
	/** What happens when the numbers of faces differ: a clear refusal (if left out), or as many pairs as there are. */
	onMismatch?: 'error' | 'truncate';
}

type Pair = readonly [face: NumberedFace, newFace: NumberedFace];

/**
 * Pairs each face to replace with a new face. Nothing is invented: every entry is a face of the input, with its
 * picture's address as path, and the key points of the media type (service.md: Faces).
 *
 * @throws FaceError on no faces, too many, numbers that do not match, faces without an address, and a new face for a
 * video that is not alone in its picture
 */
export function pairFaces(input: PairFacesInput): FacePairs {
	const { labels, mediaType, order } = input;
	const targets = numberFaces(input.targets, order, labels.target);
	const sources = numberFaces(input.sources, order, labels.source);
	const pairs =
		input.pairing === 'manual' ? pairByNumber(targets, sources, input) : pairAll(targets, sources, input);
	const newFaces = pairs.map(([, newFace]) => newFace);
	checkAlone(newFaces, sources, mediaType);
	return {
		...listFaces({ ...targets, faces: pairs.map(([face]) => face) }, mediaType),
		sourceImage: newFaces.map((newFace) => toFaceItem(newFace, labels.source, mediaType)),
	};
}

function pairAll(targets: Side, sources: Side, { pairing, onMismatch, mediaType }: PairFacesInput): Pair[] {
	const isInOrder = pairing === 'byOrder';
	if (onMismatch !== 'truncate') {
		checkLimit(targets.faces, targets.label);
		if (isInOrder) checkCount(targets, sources, mediaType);
		else onlyFace(sources, mediaType);
	}
	return targets.faces.flatMap((face, index): Pair[] => {
		const newFace = sources.faces[isInOrder ? index : 0];
		return newFace === undefined ? [] : [[face, newFace]];
	});
}

/** Pairs the faces that are named by their numbers, each once; the others stay as they are. */
function pairByNumber(
	targets: Side,
	sources: Side,
	{ pairs = [], order, mediaType }: PairFacesInput,
): Pair[] {
	if (pairs.length === 0) {
		throw new FaceError(
			'Pairs is empty',
			'Add a pair for each face to replace, or set Which Faces to In Order',
		);
	}
	const taken = new Set<number>();
	return eachOf(pairs, ({ target, source }): Pair => {
		const face = pickFace(targets, target);
		if (taken.has(target)) {
			throw new FaceError(
				`${targets.label}: face ${target} is named twice`,
				'Name each face to replace once: it can get one new face only. Faces count from 1; 0 is the next one after the entry above',
			);
		}
		taken.add(target);
		if (typeof source === 'number') return [face, pickFace(sources, source)];
		return [face, onlyFace(numberFaces([source], order, `${sources.label} of face ${target}`), mediaType)];
	});
}

function checkCount(targets: Side, sources: Side, mediaType: MediaType): void {
	const faces = countOf(targets.faces);
	const message = `${targets.label} shows ${faces}, and ${sources.label} shows ${countOf(sources.faces)}`;
	checkNoMore(sources, targets.faces.length, mediaType, message);
	if (sources.faces.length === targets.faces.length) return;
	throw new FaceError(
		message,
		`${shownFaces(targets)}. To put one face on everyone, set Which Faces to One New Face for Everyone. To replace only some of the faces, ${CHOOSING_FACES}. Or give ${faces} in ${sources.label}`,
	);
}

function onlyFace(side: Side, mediaType: MediaType): NumberedFace {
	checkNoMore(side, 1, mediaType, `${side.label} shows ${countOf(side.faces)}, and one is needed`);
	return pickFace(side, 1);
}

/** Refuses more new faces than are needed: which of them are meant is not known. */
function checkNoMore(side: Side, needed: number, mediaType: MediaType, message: string): void {
	if (side.faces.length <= needed) return;
	checkAlone(side.faces, side, mediaType);
	throw new FaceError(
		message,
		`${shownFaces(side)}. To use one of them, give a picture that shows it alone. Or, in a workflow, name its number in Face Mapper (Which Faces: Choose Faces), and set Which Faces of Face Swap to From Face Mapper or JSON`,
	);
}

/** Checks that each new face of a video is alone in its picture: otherwise the swap may fail (service.md: Face swap). */
function checkAlone(chosen: readonly NumberedFace[], { label, faces }: Side, mediaType: MediaType): void {
	const face = mediaType === 'video' ? chosen.find(({ seen }) => seen > 1) : undefined;
	if (face === undefined) return;
	const beside = faces.filter(({ imageUrl }) => imageUrl === face.imageUrl);
	throw new FaceError(
		`${label} shows ${face.seen} faces, and a new face for a video must be alone in its picture`,
		`${shownFaces({ label, faces: beside })}. Cut out the face to use, and give that picture; each new face needs one of its own`,
	);
}

export function countOf({ length }: readonly unknown[]): string {
	return length === 1 ? '1 face' : `${length} faces`;
}
