import { eachOf, FaceError } from './faceError';
import { checkLimit, facesOf, pickFace, toFaceItem, type NumberedFace } from './faceItems';
import { MAX_FACES, type FaceOrder, type FacePairs, type MediaType, type Picture } from './faceTypes';
import { checkAlone, facesShown } from './newFaces';

/** How faces to replace and new faces come together. */
export type Pairing = 'byOrder' | 'oneSourceForAll' | 'manual';

/** What happens when the numbers of faces differ: a clear refusal, or as many pairs as there are. */
export type OnMismatch = 'error' | 'truncate';

/** The numbers of a face to replace and of the new face, each counted from 1. */
export interface ManualPair {
	target: number;
	source: number;
}

export interface PairFacesInput {
	/** The pictures (or stills) with the faces to replace. */
	targets: readonly Picture[];
	/** The pictures with the new faces. */
	sources: readonly Picture[];
	/** The names of the two sides on the screen, for messages. */
	labels: { target: string; source: string };
	mediaType: MediaType;
	/** `byOrder` when left out. */
	pairing?: Pairing;
	/** Used only by manual pairing. */
	pairs?: readonly ManualPair[];
	/** `leftToRight` when left out. */
	order?: FaceOrder;
	/** `error` when left out. */
	onMismatch?: OnMismatch;
	/** A sentence about how one of several new faces is chosen, for messages. */
	choosingNewFace: string;
}

/** How to replace only some of the faces, in the words of the screen. */
export const CHOOSING_FACES = 'set Which Faces to Choose Faces';

type Pair = readonly [target: NumberedFace, source: NumberedFace];

interface Sides {
	targets: NumberedFace[];
	sources: NumberedFace[];
	target: string;
	source: string;
}

/**
 * Pairs each face to replace with a new face. Nothing is invented: every entry is a face of the input, with its
 * picture's address as path, and the key points of the media type (service.md: Faces).
 *
 * @throws FaceError on no faces, too many, numbers that do not match, faces without an address, and a new face for a
 * video that is not alone in its picture
 */
export function pairFaces(input: PairFacesInput): FacePairs {
	const { labels, mediaType, order = 'leftToRight' } = input;
	const { target, source } = labels;
	const targets = facesOf({ pictures: input.targets, label: target }, order);
	const sources = facesOf({ pictures: input.sources, label: source }, order);
	const pairs = choosePairs({ targets, sources, target, source }, input);
	checkLimit(pairs.length, target, `To choose at most ${MAX_FACES} of the faces, ${CHOOSING_FACES}`);
	const newFaces = pairs.map(([, face]) => face);
	checkAlone(newFaces, sources, mediaType, source);
	return {
		faceNumbers: pairs.map(([{ number }]) => number),
		targetImage: pairs.map(([face]) => toFaceItem(face, mediaType, target)),
		sourceImage: newFaces.map((face) => toFaceItem(face, mediaType, source)),
	};
}

function choosePairs(sides: Sides, input: PairFacesInput): Pair[] {
	switch (input.pairing ?? 'byOrder') {
		case 'byOrder':
			return pairByOrder(sides, input);
		case 'oneSourceForAll':
			return pairWithOne(sides, input);
		case 'manual':
			return pairByHand(sides, input.pairs ?? []);
	}
}

function pairByOrder(sides: Sides, input: PairFacesInput): Pair[] {
	const { targets, sources, target, source } = sides;
	if (targets.length !== sources.length && input.onMismatch !== 'truncate') {
		checkAlone(sources, sources, input.mediaType, source);
		throw new FaceError(
			`${target} shows ${faces(targets.length)}, and ${source} shows ${faces(sources.length)}`,
			sources.length > targets.length ? oneOfSeveral(sides, input) : fewerThanNeeded(sides),
		);
	}
	const count = Math.min(targets.length, sources.length);
	return targets.slice(0, count).flatMap((face, index): Pair[] => {
		const newFace = sources[index];
		return newFace === undefined ? [] : [[face, newFace]];
	});
}

function pairWithOne(sides: Sides, input: PairFacesInput): Pair[] {
	const { targets, sources, source } = sides;
	if (sources.length > 1 && input.onMismatch !== 'truncate') {
		checkAlone(sources, sources, input.mediaType, source);
		throw new FaceError(
			`${source} shows ${faces(sources.length)}, and one is to be used for everyone`,
			oneOfSeveral(sides, input),
		);
	}
	const newFace = pickFace(sources, 1, source);
	return targets.map((face): Pair => [face, newFace]);
}

function oneOfSeveral({ sources, source }: Sides, { choosingNewFace }: PairFacesInput): string {
	return `${facesShown(sources, source)}. ${choosingNewFace}`;
}

function fewerThanNeeded({ targets, sources, target, source }: Sides): string {
	const needed = faces(targets.length);
	return sources.length === 1
		? `To put this one face on everyone, set Which Faces to One New Face for Everyone. To replace only some of the faces, ${CHOOSING_FACES}. Or give ${needed} in ${source}`
		: `Give ${needed} in ${source}, one for each face in ${target}. To replace only some of the faces, ${CHOOSING_FACES}`;
}

function pairByHand({ targets, sources, target, source }: Sides, pairs: readonly ManualPair[]): Pair[] {
	if (pairs.length === 0) {
		throw new FaceError(
			'Pairs is empty',
			'Add a pair for each face to replace, or set Which Faces to In Order',
		);
	}
	const taken = new Set<number>();
	return eachOf(pairs, (pair): Pair => {
		const chosen: Pair = [pickFace(targets, pair.target, target), pickFace(sources, pair.source, source)];
		if (taken.has(pair.target)) {
			throw new FaceError(
				`Pairs names face ${pair.target} of ${target} twice`,
				'Name each face to replace once: it can get one new face only',
			);
		}
		taken.add(pair.target);
		return chosen;
	});
}

function faces(count: number): string {
	return count === 1 ? '1 face' : `${count} faces`;
}
