import { checkLimit, countOf, numberFaces } from './given';
import type { DetectedImage, FaceItem, FaceOrder, NumberedFace, Side } from './given';
import { keysOf } from '../service/values';
import { wrongField } from '../service/failure';

export type MediaType = 'image' | 'video';

/** As the service takes them: each face with its new face. An age change has no new faces. */
export interface FaceLists {
	targetImage: FaceItem[];
	sourceImage?: FaceItem[];
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
	/** After its value, for a program that builds workflows. */
	hint: string;
	/** Who gets whose face. @throws Failure */
	pair: (targets: Side, sources: Side, input: PairFacesInput) => Pair[];
	/** The faces of an age change; absent: all. @throws Failure */
	faces?: (targets: Side, input: PairFacesInput) => NumberedFace[];
}

const table = {
	inOrder: {
		name: 'In Order',
		description: 'Pairs the first face with the first new face, from left to right',
		hint: 'pairs several from left to right',
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
		hint: 'puts one new face on everyone',
		pair(targets, sources, { onMismatch }) {
			const newFace = onMismatch === 'truncate' ? pickFace(sources, 1) : onlyFace(sources);
			return targets.faces.map((face) => [face, newFace]);
		},
	},
	choose: {
		name: 'Choose Faces',
		description: 'Only the faces that you number get a new face',
		hint: 'takes replacements',
		pair: pairByNumber,
		faces: (targets, { pairs = [] }) =>
			[...new Set(pairs.map(({ target }) => target))].map((number) => pickFace(targets, number)),
	},
} as const satisfies Record<string, Pairing>;

type WhichFaces = keyof typeof table;
const PAIRINGS: Readonly<Record<WhichFaces, Pairing>> = table;
export const pairings = keysOf(PAIRINGS).map((value) => ({ value, ...PAIRINGS[value] }));
export const pairingHints = pairings.map(({ value, hint }) => `${value} ${hint}`).join(', ');

export interface PairFacesInput {
	targets: readonly DetectedImage[];
	/** Absent for an age change. */
	sources?: readonly DetectedImage[];
	labels: { target: string; source: string };
	mediaType: MediaType;
	order: FaceOrder;
	whichFaces: WhichFaces;
	pairs?: ReadonlyArray<{ target: number; source: number | DetectedImage }>;
	onMismatch?: 'error' | 'truncate';
}

type Pair = readonly [face: NumberedFace, newFace?: NumberedFace];

/** @throws Failure */
export function pairFaces(input: PairFacesInput): FaceLists {
	const { labels, mediaType, order, sources, whichFaces } = input;
	const targets = numberFaces(input.targets, order, labels.target);
	const { pair, faces = () => targets.faces } = PAIRINGS[whichFaces];
	const pairs: readonly Pair[] = sources
		? pair(targets, numberFaces(sources, order, labels.source), input)
		: faces(targets, input).map((face) => [face]);
	const newFaces = pairs.flatMap(([, newFace]) => newFace ?? []);
	if (mediaType === 'video') checkAlone(newFaces, labels.source);
	checkLimit(pairs, labels.target);
	const targetImage = pairs.map(([face]) => toFaceItem(face, labels.target, mediaType));
	if (!sources) return { targetImage };
	return { targetImage, sourceImage: newFaces.map((face) => toFaceItem(face, labels.source, mediaType)) };
}

function pairByNumber(targets: Side, sources: Side, { pairs = [], order }: PairFacesInput): Pair[] {
	return pairs.map(({ target, source }, index): Pair => {
		const face = pickFace(targets, target);
		if (pairs.findIndex((each) => each.target === target) < index) {
			throw wrongField(
				targets.label,
				`${targets.label}: face ${target} is named twice`,
				'Name each face to replace once: it can get one new face only',
			);
		}
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
