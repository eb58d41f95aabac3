import type { Picture } from './detection';
import { eachOf, FaceError } from './faceError';
import {
	CHOOSING_FACES,
	facesShown,
	listFaces,
	pickFace,
	toFaceItem,
	type ChosenFaces,
	type FaceItem,
	type MediaType,
} from './faceItems';
import { numberFaces, type FaceOrder, type NumberedFace } from './numberFaces';

/** Both lists of a swap, of equal length: the first new face replaces the first face, and so on. */
export interface FacePairs extends ChosenFaces {
	sourceImage: FaceItem[];
}

interface PairingInput {
	/** The pictures (or stills) with the faces to replace. */
	targets: readonly Picture[];
	/** The names of the two sides on the screen, for messages. */
	labels: { target: string; source: string };
	mediaType: MediaType;
	order: FaceOrder;
	/** A sentence about how one of several new faces is chosen, for messages. */
	choosingNewFace: string;
}

export interface PairFacesInput extends PairingInput {
	/** The pictures with the new faces. */
	sources: readonly Picture[];
	pairing: 'byOrder' | 'oneSourceForAll' | 'manual';
	/** For manual pairing: the numbers of a face to replace and of the new face, each counted from 1. */
	pairs?: ReadonlyArray<{ target: number; source: number }>;
	/** What happens when the numbers of faces differ: a clear refusal (if left out), or as many pairs as there are. */
	onMismatch?: 'error' | 'truncate';
}

export interface ReplaceFacesInput extends PairingInput {
	/** Faces to replace, by their numbers, and the pictures that show only their new faces. */
	replacements: ReadonlyArray<{ target: number; source: Picture }>;
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
	const { labels, order } = input;
	const targets = numberFaces(input.targets, order, labels.target);
	const sources = numberFaces(input.sources, order, labels.source);
	const pairs = choosePairs(targets, sources, input);
	const newFaces = pairs.map(([, newFace]) => newFace);
	checkAlone(newFaces, sources, labels.source, input.mediaType);
	return listPairs(pairs, input);
}

/**
 * Gives single faces their own new faces, in the order of the replacements; faces not named stay as they are.
 *
 * @throws FaceError as for pairs, and on a new face picture that does not show exactly one face
 */
export function replaceFaces(input: ReplaceFacesInput): FacePairs {
	const { labels, order, replacements } = input;
	const targets = numberFaces(input.targets, order, labels.target);
	const pairs = pairByNumber(targets, replacements, labels.target, ({ target, source }) => {
		const label = `${labels.source} of face ${target}`;
		return onlyFace(numberFaces([source], order, label), label, input);
	});
	return listPairs(pairs, input);
}

function choosePairs(targets: NumberedFace[], sources: NumberedFace[], input: PairFacesInput): Pair[] {
	const { pairing, pairs = [], onMismatch, labels } = input;
	if (pairing === 'manual') {
		if (pairs.length === 0) {
			throw new FaceError(
				'Pairs is empty',
				'Add a pair for each face to replace, or set Which Faces to In Order',
			);
		}
		return pairByNumber(targets, pairs, labels.target, ({ source }) =>
			pickFace(sources, source, labels.source),
		);
	}
	const isInOrder = pairing === 'byOrder';
	if (onMismatch !== 'truncate') {
		if (isInOrder) checkCount(targets, sources, input);
		else onlyFace(sources, labels.source, input);
	}
	return targets.flatMap((face, index): Pair[] => {
		const newFace = sources[isInOrder ? index : 0];
		return newFace === undefined ? [] : [[face, newFace]];
	});
}

/** Pairs the faces that are named by their numbers, each once, with their new faces. */
function pairByNumber<T extends { target: number }>(
	targets: readonly NumberedFace[],
	chosen: readonly T[],
	label: string,
	newFaceOf: (choice: T) => NumberedFace,
): Pair[] {
	const taken = new Set<number>();
	return eachOf(chosen, (choice): Pair => {
		const face = pickFace(targets, choice.target, label);
		if (taken.has(face.number)) {
			throw new FaceError(
				`${label}: face ${face.number} is named twice`,
				'Name each face to replace once: it can get one new face only',
			);
		}
		taken.add(face.number);
		return [face, newFaceOf(choice)];
	});
}

function listPairs(pairs: readonly Pair[], { labels, mediaType }: PairingInput): FacePairs {
	const faces = pairs.map(([face]) => face);
	return {
		...listFaces(faces, labels.target, mediaType),
		sourceImage: pairs.map(([, newFace]) => toFaceItem(newFace, labels.source, mediaType)),
	};
}

/** Checks that there are as many new faces as faces to replace. */
function checkCount(targets: NumberedFace[], sources: NumberedFace[], input: PairingInput): void {
	const { target, source } = input.labels;
	const message = `${target} shows ${countOf(targets)}, and ${source} shows ${countOf(sources)}`;
	checkNoMore(sources, targets.length, source, message, input);
	if (sources.length === targets.length) return;
	throw new FaceError(
		message,
		`To put one face on everyone, set Which Faces to One New Face for Everyone. To replace only some of the faces, ${CHOOSING_FACES}. Or give ${countOf(targets)} in ${source}`,
	);
}

/** The one new face of a side. */
function onlyFace(faces: NumberedFace[], label: string, input: PairingInput): NumberedFace {
	checkNoMore(faces, 1, label, `${label} shows ${countOf(faces)}, and one is needed`, input);
	return pickFace(faces, 1, label);
}

/** Refuses more new faces than are needed: which of them are meant is not known. */
function checkNoMore(
	faces: NumberedFace[],
	needed: number,
	label: string,
	message: string,
	{ mediaType, choosingNewFace }: PairingInput,
): void {
	if (faces.length <= needed) return;
	checkAlone(faces, faces, label, mediaType);
	throw new FaceError(message, `${facesShown(faces, label)}. ${choosingNewFace}`);
}

/**
 * Checks that each new face of a video is alone in its picture: otherwise the swap may fail (service.md: Face swap).
 *
 * @param all the faces of the side, for the message
 */
function checkAlone(
	chosen: readonly NumberedFace[],
	all: readonly NumberedFace[],
	label: string,
	mediaType: MediaType,
): void {
	const face = mediaType === 'video' ? chosen.find(({ seen }) => seen > 1) : undefined;
	if (face === undefined) return;
	const beside = all.filter(({ imageUrl }) => imageUrl === face.imageUrl);
	throw new FaceError(
		`${label} shows ${face.seen} faces, and a new face for a video must be alone in its picture`,
		`${facesShown(beside, label)}. Cut out the face to use, and give that picture; each new face needs one of its own`,
	);
}

/** "1 face", "2 faces". */
export function countOf({ length }: readonly unknown[]): string {
	return length === 1 ? '1 face' : `${length} faces`;
}
