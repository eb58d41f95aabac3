import { checkLimit, countOf, imageName, numberFaces } from './given';
import type { DetectedImage, FaceItem, FaceOrder, NumberedFace, Side } from './given';
import { wrongField } from '../service/failure';

export type MediaType = 'image' | 'video';

/** `face` is the number of the target. An age change has no new face. */
export type FacePair = { face: number; target: FaceItem; source?: FaceItem };

/** The lists of a request. */
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

function pickFace(side: Side, number: number): NumberedFace {
	const face = side.faces[number - 1];
	if (face) return face;
	const { length } = side.faces;
	const toDo = length === 1 ? 'choose face 1' : `choose a number from 1 to ${length}`;
	throw wrongField(side.label, `${side.label}: there is no face ${number}`, `${shownFaces(side)}: ${toDo}`);
}

const MOST_PLACES = 10;

function shownFaces({ faces, label }: Side): string {
	const isOneImage = new Set(faces.map(({ imageUrl }) => imageUrl)).size === 1;
	const places = faces.slice(0, MOST_PLACES).map(({ number, place, imageUrl }) => {
		const where = isOneImage ? '' : ` in ${imageName(imageUrl)}`;
		return `face ${number} at ${place.x}, ${place.y} (${place.width} × ${place.height})${where}`;
	});
	const others = faces.length > MOST_PLACES ? `, and ${faces.length - MOST_PLACES} more` : '';
	return `${label} shows ${places.join(', ')}${others}, in pixels from the upper left corner`;
}

/** A way to choose faces. Face Swap and Face Mapper offer each. */
interface Pairing {
	name: string;
	description: string;
	/** In Face Mapper's subtitle. */
	subtitle: string;
	/** The field of Face Swap that it needs: one New Face Image, or Replacements. */
	takes: 'sourcePicture' | 'replacements';
	pair: (targets: Side, sources: Side, input: PairFacesInput) => Pair[];
}

const table = {
	inOrder: {
		name: 'In Order',
		description: 'Pairs the first face with the first new face, from left to right',
		subtitle: 'in order',
		takes: 'sourcePicture',
		pair(targets, sources, { onMismatch, mediaType }) {
			if (onMismatch !== 'truncate') checkCount(targets, sources, mediaType);
			return targets.faces.flatMap((face, index): Pair[] => {
				const newFace = sources.faces[index];
				return newFace === undefined ? [] : [[face, newFace]];
			});
		},
	},
	oneForAll: {
		name: 'One New Face for Everyone',
		description: 'One new face replaces all faces',
		subtitle: 'one new face',
		takes: 'sourcePicture',
		pair(targets, sources, { onMismatch, mediaType }) {
			const newFace = onMismatch === 'truncate' ? pickFace(sources, 1) : onlyFace(sources, mediaType);
			return targets.faces.map((face) => [face, newFace]);
		},
	},
	choose: {
		name: 'Choose Faces',
		description: 'Only the faces that you number get a new face',
		subtitle: 'chosen faces',
		takes: 'replacements',
		pair: pairByNumber,
	},
} as const satisfies Record<string, Pairing>;

export type WhichFaces = keyof typeof table;
const names = Object.keys(table).filter((name): name is WhichFaces => Object.hasOwn(table, name));
export const PAIRINGS: Readonly<Record<WhichFaces, Pairing>> = table;
export const pairings = names.map((value) => {
	const { name, description } = table[value];
	return { name, value, description };
});
/** The ways that need the field. */
export const pairingsThatTake = (field: Pairing['takes']) =>
	names.filter((name) => table[name].takes === field);

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
	checkAlone(newFaces, sources, mediaType);
	checkLimit(pairs, labels.target);
	return pairs.map(([face, newFace]) => ({
		face: face.number,
		target: toFaceItem(face, labels.target, mediaType),
		source: toFaceItem(newFace, labels.source, mediaType),
	}));
}

function pairByNumber(
	targets: Side,
	sources: Side,
	{ pairs = [], order, mediaType }: PairFacesInput,
): Pair[] {
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
		return [face, onlyFace(numberFaces([source], order, `${sources.label} of face ${target}`), mediaType)];
	});
}

function checkCount(targets: Side, sources: Side, mediaType: MediaType): void {
	const [needed, given] = [targets.faces.length, sources.faces.length];
	if (needed === given) return;
	if (given > needed) checkAlone(sources.faces, sources, mediaType);
	throw wrongField(
		'Which Faces',
		`${targets.label} shows ${countOf(targets.faces)}, and ${sources.label} shows ${countOf(sources.faces)}`,
		`${shownFaces(given > needed ? sources : targets)}. Set Which Faces to ${given === 1 ? 'One New Face for Everyone, or to Choose Faces for some of them' : 'Choose Faces'}`,
	);
}

function onlyFace(side: Side, mediaType: MediaType): NumberedFace {
	if (side.faces.length <= 1) return pickFace(side, 1);
	checkAlone(side.faces, side, mediaType);
	throw wrongField(
		side.label,
		`${side.label} shows ${countOf(side.faces)}, and one is needed`,
		`${shownFaces(side)}. Give an image that shows one face alone`,
	);
}

/** Otherwise the swap may fail (service.md: Face swap). */
function checkAlone(chosen: readonly NumberedFace[], { label, faces }: Side, mediaType: MediaType): void {
	const face = mediaType === 'video' ? chosen.find(({ seen }) => seen > 1) : undefined;
	if (face === undefined) return;
	const beside = faces.filter(({ imageUrl }) => imageUrl === face.imageUrl);
	throw wrongField(
		label,
		`${label} shows ${face.seen} faces, and a new face for a video must be alone in its image`,
		`${shownFaces({ label, faces: beside })}. Cut out the face to use, and give that image`,
	);
}
