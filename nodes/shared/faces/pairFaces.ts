import { checkLimit, countOf, numberFaces } from './given';
import type { DetectedImage, FaceItem, FaceOrder, NumberedFace, Side } from './given';
import { wrongField } from '../service/failure';

export type MediaType = 'image' | 'video';

/** `face` is the number of the target. An age change has no new face. */
export type FacePair = { face: number; target: FaceItem; source?: FaceItem };

export function listsOf(pairs: readonly FacePair[]): { targetImage: FaceItem[]; sourceImage?: FaceItem[] } {
	const sourceImage = pairs.flatMap(({ source }) => source ?? []);
	return { targetImage: pairs.map(({ target }) => target), ...(sourceImage.length > 0 && { sourceImage }) };
}

/** @throws Failure where the image has no address */
function toFaceItem(face: NumberedFace, label: string, mediaType: MediaType): FaceItem {
	const { imageUrl: path, number, opts, videoOpts } = face;
	if (path === undefined) {
		throw wrongField(
			label,
			`${label}: the image of face ${number} has no address`,
			'Add its URL as imageUrl to the result of face detection',
		);
	}
	return { path, opts: mediaType === 'image' ? opts : videoOpts };
}

export function listTargets(
	images: readonly DetectedImage[],
	label: string,
	mediaType: MediaType,
	order: FaceOrder,
	numbers?: readonly number[],
): FacePair[] {
	const side = numberFaces(images, order, label);
	const faces = numbers ? numbers.map((number) => pickFace(side, number)) : side.faces;
	checkLimit(faces, label);
	return faces.map((face) => ({ face: face.number, target: toFaceItem(face, label, mediaType) }));
}

function pickFace({ faces, label }: Side, number: number): NumberedFace {
	const face = faces[number - 1];
	if (face) return face;
	const toDo = faces.length === 1 ? 'choose face 1' : `choose a number from 1 to ${faces.length}`;
	throw wrongField(label, `${label}: there is no face ${number}`, `It shows ${countOf(faces)}: ${toDo}`);
}

/** A way to choose faces. Face Swap and Face Mapper offer each. */
interface Pairing {
	name: string;
	description: string;
	/** Who gets whose face. @throws Failure */
	pair: (targets: Side, sources: Side, input: PairFacesInput) => Pair[];
}

const table = {
	inOrder: {
		name: 'In Order',
		description: 'Pairs the first face with the first new face, from left to right',
		pair(targets, sources, { onMismatch }) {
			if (onMismatch !== 'truncate') checkCount(targets, sources);
			return targets.faces.flatMap((face, index): Pair[] => {
				const newFace = sources.faces[index];
				return newFace === undefined ? [] : [[face, newFace]];
			});
		},
	},
	oneForAll: {
		name: 'One New Face for Everyone',
		description: 'One new face replaces all faces',
		pair(targets, sources, { onMismatch }) {
			const newFace = onMismatch === 'truncate' ? pickFace(sources, 1) : onlyFace(sources);
			return targets.faces.map((face) => [face, newFace]);
		},
	},
	choose: {
		name: 'Choose Faces',
		description: 'Only the faces that you number get a new face',
		pair: pairByNumber,
	},
} as const satisfies Record<string, Pairing>;

export type WhichFaces = keyof typeof table;
export const PAIRINGS: Readonly<Record<WhichFaces, Pairing>> = table;
export const pairings = Object.keys(table)
	.filter((name): name is WhichFaces => Object.hasOwn(table, name))
	.map((value) => ({ name: table[value].name, value, description: table[value].description }));

export interface PairFacesInput {
	targets: readonly DetectedImage[];
	sources: readonly DetectedImage[];
	labels: { target: string; source: string };
	mediaType: MediaType;
	order: FaceOrder;
	whichFaces: WhichFaces;
	pairs?: ReadonlyArray<{ target: number; source: number | DetectedImage }>;
	onMismatch?: 'error' | 'truncate';
}

type Pair = readonly [face: NumberedFace, newFace: NumberedFace];

export function pairFaces(input: PairFacesInput): FacePair[] {
	const { labels, mediaType, order, whichFaces } = input;
	const targets = numberFaces(input.targets, order, labels.target);
	const sources = numberFaces(input.sources, order, labels.source);
	const pairs = PAIRINGS[whichFaces].pair(targets, sources, input);
	const newFaces = pairs.map(([, newFace]) => newFace);
	if (mediaType === 'video') checkAlone(newFaces, labels.source);
	checkLimit(pairs, labels.target);
	return pairs.map(([face, newFace]) => ({
		face: face.number,
		target: toFaceItem(face, labels.target, mediaType),
		source: toFaceItem(newFace, labels.source, mediaType),
	}));
}

function pairByNumber(targets: Side, sources: Side, { pairs = [], order }: PairFacesInput): Pair[] {
	const taken = new Set<number>();
	return pairs.map(({ target, source }): Pair => {
		const face = pickFace(targets, target);
		if (taken.has(target)) {
			throw wrongField(
				targets.label,
				`${targets.label}: face ${target} is named twice`,
				'Name each face to replace once: it can get one new face only',
			);
		}
		taken.add(target);
		if (typeof source === 'number') return [face, pickFace(sources, source)];
		return [face, onlyFace(numberFaces([source], order, `${sources.label} of face ${target}`))];
	});
}

function checkCount(targets: Side, sources: Side): void {
	const [needed, given] = [targets.faces.length, sources.faces.length];
	if (needed === given) return;
	const other =
		given === 1 ? 'One New Face for Everyone, or to Choose Faces for some of them' : 'Choose Faces';
	throw wrongField(
		'Which Faces',
		`${targets.label} shows ${countOf(targets.faces)}, and ${sources.label} shows ${countOf(sources.faces)}`,
		`Set Which Faces to ${other}`,
	);
}

function onlyFace(side: Side): NumberedFace {
	if (side.faces.length <= 1) return pickFace(side, 1);
	const message = `${side.label} shows ${countOf(side.faces)}, and one is needed`;
	throw wrongField(side.label, message, 'Give an image that shows one face alone');
}

/** Otherwise the swap may fail (service.md: Face swap). */
function checkAlone(chosen: readonly NumberedFace[], label: string): void {
	const face = chosen.find(({ seen }) => seen > 1);
	if (face === undefined) return;
	throw wrongField(
		label,
		`${label} shows ${face.seen} faces, and a new face for a video must be alone in its image`,
		'Cut out the face to use, and give that image',
	);
}
