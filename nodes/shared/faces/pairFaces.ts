import { FaceError } from './faceError';
import { checkLimit, facesOf, pickFace, toFaceItem, type NumberedFace, type Side } from './faceItems';
import { MAX_FACES, type FaceItem, type FaceOrder, type MediaType, type Picture } from './faceTypes';

/** How faces to replace and new faces come together. */
export type Pairing = 'byOrder' | 'oneSourceForAll' | 'manual';

/** What happens when the numbers of faces differ: a clear refusal, or as many pairs as there are. */
export type OnMismatch = 'error' | 'truncate';

/** Both lists of a swap, as long as each other: the first new face replaces the first face, and so on. */
export interface FacePairs {
	targetImage: FaceItem[];
	sourceImage: FaceItem[];
}

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
	mediaType: MediaType;
	/** `byOrder` when left out. */
	pairing?: Pairing;
	/** Used by manual pairing alone. */
	pairs?: readonly ManualPair[];
	/** `leftToRight` when left out. */
	order?: FaceOrder;
	/** `error` when left out. */
	onMismatch?: OnMismatch;
	/** The names of the two sides on the screen, for messages; "Target" and "Source" when left out. */
	labels?: { target: string; source: string };
	/** The way to choose single faces by hand, for messages; "set Pairing to Manual" when left out. */
	choosingByHand?: string;
}

type Pair = readonly [target: NumberedFace, source: NumberedFace];

/**
 * Pairs each face to replace with a new face. Nothing is invented: every entry is a face of the input, with its
 * picture's address as path, and the key points of the media type (interface: Face item).
 *
 * @throws FaceError on no faces, too many, numbers that do not fit each other, and faces without an address
 */
export function pairFaces(input: PairFacesInput): FacePairs {
	const { target, source } = input.labels ?? { target: 'Target', source: 'Source' };
	const order = input.order ?? 'leftToRight';
	const targets = facesOf({ pictures: input.targets, label: target }, order);
	const sources = facesOf({ pictures: input.sources, label: source }, order);
	const sides: Sides = {
		targets,
		sources,
		target,
		source,
		truncate: input.onMismatch === 'truncate',
		choosingByHand: input.choosingByHand ?? 'set Pairing to Manual',
	};
	const pairs = choosePairs(sides, input);
	checkLimit(pairs.length, target, `To choose at most ${MAX_FACES} of the faces, ${sides.choosingByHand}`);
	return {
		targetImage: pairs.map(([face]) => toFaceItem(face, input.mediaType, target)),
		sourceImage: pairs.map(([, face]) => toFaceItem(face, input.mediaType, source)),
	};
}

/**
 * All faces of the pictures alone, for an age change or a choice by hand.
 *
 * @throws FaceError on no faces, more than 8, and faces without an address
 */
export function listTargets(side: Side, mediaType: MediaType, order: FaceOrder = 'leftToRight'): FaceItem[] {
	const faces = facesOf(side, order);
	checkLimit(
		faces.length,
		side.label,
		'Use a picture with fewer people, or leave faces out of the list by hand',
	);
	return faces.map((face) => toFaceItem(face, mediaType, side.label));
}

interface Sides {
	targets: NumberedFace[];
	sources: NumberedFace[];
	target: string;
	source: string;
	truncate: boolean;
	choosingByHand: string;
}

function choosePairs(sides: Sides, input: PairFacesInput): Pair[] {
	switch (input.pairing ?? 'byOrder') {
		case 'byOrder':
			return pairByOrder(sides);
		case 'oneSourceForAll':
			return pairWithOne(sides);
		case 'manual':
			return pairByHand(sides, input.pairs ?? []);
	}
}

function pairByOrder({ targets, sources, target, source, truncate, choosingByHand }: Sides): Pair[] {
	if (targets.length !== sources.length && !truncate) {
		const needed = faces(targets.length);
		throw new FaceError(
			`${target} shows ${needed}, and ${source} shows ${faces(sources.length)}`,
			sources.length === 1
				? `To put this one face on everyone, set Pairing to One New Face for All. To replace only some of the faces, ${choosingByHand}. Or give ${needed} in ${source}`
				: `Give ${needed} in ${source}, one for each face in ${target}. To choose single faces, ${choosingByHand}`,
			source,
		);
	}
	const count = Math.min(targets.length, sources.length);
	return targets.slice(0, count).flatMap((face, index): Pair[] => {
		const newFace = sources[index];
		return newFace === undefined ? [] : [[face, newFace]];
	});
}

function pairWithOne({ targets, sources, source, truncate, choosingByHand }: Sides): Pair[] {
	if (sources.length > 1 && !truncate) {
		throw new FaceError(
			`${source} shows ${faces(sources.length)}, and one is to be used for all`,
			`Use a picture with one face. To choose single faces, ${choosingByHand}`,
			source,
		);
	}
	const newFace = pickFace(sources, 1, source);
	return targets.map((face): Pair => [face, newFace]);
}

function pairByHand({ targets, sources, target, source }: Sides, pairs: readonly ManualPair[]): Pair[] {
	if (pairs.length === 0) {
		throw new FaceError(
			'Pairs is empty',
			'Add a pair for each face to replace, or set Pairing to By Order',
			'Pairs',
		);
	}
	const taken = new Set<number>();
	return pairs.map((pair): Pair => {
		const chosen: Pair = [pickFace(targets, pair.target, target), pickFace(sources, pair.source, source)];
		if (taken.has(pair.target)) {
			throw new FaceError(
				`Pairs names face ${pair.target} of ${target} twice`,
				'Name each face to replace once: it can get one new face only',
				'Pairs',
			);
		}
		taken.add(pair.target);
		return chosen;
	});
}

function faces(count: number): string {
	return count === 1 ? '1 face' : `${count} faces`;
}
