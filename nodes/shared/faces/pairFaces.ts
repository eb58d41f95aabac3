import { eachOf, FaceError } from './faceError';
import { checkLimit, CHOOSING_FACES, facesOf, pickFace, toFaceItem } from './faceItems';
import {
	MAX_FACES,
	type FaceItem,
	type FaceOrder,
	type FacePairs,
	type MediaType,
	type Picture,
} from './faceTypes';
import { checkAlone, countOf, facesShown } from './newFaces';
import type { NumberedFace } from './order';

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

/** One face to replace, by its number in the picture to change, and the picture that shows only its new face. */
interface Replacement {
	faceNumber: number;
	source: Picture;
}

export interface ReplaceFacesInput extends PairingInput {
	replacements: readonly Replacement[];
}

type Pair = readonly [target: NumberedFace, source: NumberedFace];

/**
 * Pairs each face to replace with a new face. Nothing is invented: every entry is a face of the input, with its
 * picture's address as path, and the key points of the media type (service.md: Faces).
 *
 * @throws FaceError on no faces, too many, numbers that do not match, faces without an address, and a new face for a
 * video that is not alone in its picture
 */
export function pairFaces(input: PairFacesInput): FacePairs {
	const { labels, mediaType, order } = input;
	const targets = facesOf(input.targets, labels.target, order);
	const sources = facesOf(input.sources, labels.source, order);
	const pairs = choosePairs(targets, sources, input);
	checkLimit(pairs.length, labels.target, `To choose at most ${MAX_FACES} of the faces, ${CHOOSING_FACES}`);
	const newFaces = pairs.map(([, face]) => face);
	checkAlone(newFaces, sources, mediaType, labels.source);
	return {
		faceNumbers: pairs.map(([{ number }]) => number),
		targetImage: pairs.map(([face]) => toFaceItem(face, mediaType, labels.target)),
		sourceImage: newFaces.map((face) => toFaceItem(face, mediaType, labels.source)),
	};
}

function choosePairs(targets: NumberedFace[], sources: NumberedFace[], input: PairFacesInput): Pair[] {
	if (input.pairing === 'manual') return pairByHand(targets, sources, input);
	const isInOrder = input.pairing === 'byOrder';
	if (input.onMismatch !== 'truncate') checkCount(targets, sources, isInOrder, input);
	return targets.flatMap((face, index): Pair[] => {
		const newFace = sources[isInOrder ? index : 0];
		return newFace === undefined ? [] : [[face, newFace]];
	});
}

/** Checks that there are as many new faces as are needed: one for each face, or one for everyone. */
function checkCount(
	targets: NumberedFace[],
	sources: NumberedFace[],
	isInOrder: boolean,
	{ labels: { target, source }, mediaType, choosingNewFace }: PairFacesInput,
): void {
	const needed = isInOrder ? targets.length : 1;
	if (sources.length === needed) return;
	checkAlone(sources, sources, mediaType, source);
	const [faces, newFaces] = [countOf(targets), countOf(sources)];
	const message = isInOrder
		? `${target} shows ${faces}, and ${source} shows ${newFaces}`
		: `${source} shows ${newFaces}, and one is to be used for everyone`;
	if (sources.length > needed) {
		throw new FaceError(message, `${facesShown(sources, source)}. ${choosingNewFace}`);
	}
	throw new FaceError(
		message,
		sources.length === 1
			? `To put this one face on everyone, set Which Faces to One New Face for Everyone. To replace only some of the faces, ${CHOOSING_FACES}. Or give ${faces} in ${source}`
			: `Give ${faces} in ${source}, one for each face in ${target}. To replace only some of the faces, ${CHOOSING_FACES}`,
	);
}

function pairByHand(
	targets: NumberedFace[],
	sources: NumberedFace[],
	{ pairs = [], labels }: PairFacesInput,
): Pair[] {
	if (pairs.length === 0) {
		throw new FaceError(
			'Pairs is empty',
			'Add a pair for each face to replace, or set Which Faces to In Order',
		);
	}
	const taken = new Set<number>();
	return eachOf(pairs, ({ target, source }): Pair => {
		const pair: Pair = [pickFace(targets, target, labels.target), pickFace(sources, source, labels.source)];
		if (taken.has(target)) {
			throw new FaceError(
				`Pairs names face ${target} of ${labels.target} twice`,
				'Name each face to replace once: it can get one new face only',
			);
		}
		taken.add(target);
		return pair;
	});
}

const FIELD = 'Replacements';

/**
 * Gives single faces their own new faces, in the order of the replacements; faces not named stay as they are.
 *
 * @throws FaceError on a number that no face has or that is named twice, on a new face picture that does not show
 * exactly one face, on more than 8 replacements, and on faces without an address
 */
export function replaceFaces(input: ReplaceFacesInput): FacePairs {
	const { replacements, mediaType, order, labels } = input;
	checkLimit(replacements.length, FIELD, `Leave replacements out, so that at most ${MAX_FACES} remain`);
	const faces = facesOf(input.targets, labels.target, order);
	const faceNumbers = replacements.map(({ faceNumber }) => faceNumber);
	const targetImage = eachOf(faceNumbers, (number, index) => {
		const face = pickFace(faces, number, labels.target);
		if (faceNumbers.indexOf(number) < index) {
			throw new FaceError(`${FIELD} names face ${number} twice`, 'Name each face to replace once');
		}
		return toFaceItem(face, mediaType, labels.target);
	});
	return {
		faceNumbers,
		targetImage,
		sourceImage: eachOf(replacements, (replacement) => newFaceOf(replacement, input)),
	};
}

/** The one face that a new face picture shows. */
function newFaceOf({ faceNumber, source }: Replacement, input: ReplaceFacesInput): FaceItem {
	const { labels, mediaType, order, choosingNewFace } = input;
	const label = `${labels.source} of face ${faceNumber}`;
	const newFaces = facesOf([source], label, order);
	checkAlone(newFaces, newFaces, mediaType, label);
	if (newFaces.length > 1) {
		throw new FaceError(
			`${FIELD}: ${label} shows ${newFaces.length} faces, and one is needed`,
			`${facesShown(newFaces, label)}. ${choosingNewFace}`,
		);
	}
	return toFaceItem(pickFace(newFaces, 1, label), mediaType, label);
}
