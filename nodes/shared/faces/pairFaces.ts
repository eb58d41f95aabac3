import { eachOf, FaceError } from './faceError';
import { checkLimit, CHOOSING_FACES, facesOf, pickFace, toFaceItem } from './faceItems';
import { MAX_FACES, type FaceOrder, type FacePairs, type MediaType, type Picture } from './faceTypes';
import { checkAlone, countOf, facesShown } from './newFaces';
import type { NumberedFace } from './order';

export interface PairFacesInput {
	/** The pictures (or stills) with the faces to replace. */
	targets: readonly Picture[];
	/** The pictures with the new faces. */
	sources: readonly Picture[];
	/** The names of the two sides on the screen, for messages. */
	labels: { target: string; source: string };
	mediaType: MediaType;
	order: FaceOrder;
	pairing: 'byOrder' | 'oneSourceForAll' | 'manual';
	/** For manual pairing: the numbers of a face to replace and of the new face, each counted from 1. */
	pairs?: ReadonlyArray<{ target: number; source: number }>;
	/** What happens when the numbers of faces differ: a clear refusal (if left out), or as many pairs as there are. */
	onMismatch?: 'error' | 'truncate';
	/** A sentence about how one of several new faces is chosen, for messages. */
	choosingNewFace: string;
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
	const shown = `${source} shows ${countOf(sources)}`;
	throw new FaceError(
		isInOrder
			? `${target} shows ${countOf(targets)}, and ${shown}`
			: `${shown}, and one is to be used for everyone`,
		sources.length > needed
			? `${facesShown(sources, source)}. ${choosingNewFace}`
			: fewerThanNeeded(sources.length, countOf(targets), target, source),
	);
}

function fewerThanNeeded(given: number, needed: string, target: string, source: string): string {
	return given === 1
		? `To put this one face on everyone, set Which Faces to One New Face for Everyone. To replace only some of the faces, ${CHOOSING_FACES}. Or give ${needed} in ${source}`
		: `Give ${needed} in ${source}, one for each face in ${target}. To replace only some of the faces, ${CHOOSING_FACES}`;
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
