import { checkLimit, countOf, imageName } from './given';
import type { DetectedImage, Face, FaceItem, Region } from './given';
import { Failure, wrongField } from '../service/failure';

export const faceOrderChoice = {
	default: 'leftToRight',
	options: [
		{ name: 'Left to Right', value: 'leftToRight' },
		{ name: 'Largest First', value: 'largestFirst' },
		{ name: 'As Detected', value: 'asDetected', description: 'As the service lists them' },
	],
	description: 'The order in which the faces of an image get their numbers, from 1',
} as const;
export type FaceOrder = (typeof faceOrderChoice.options)[number]['value'];

export interface NumberedFace extends Face, Pick<DetectedImage, 'imageUrl' | 'seen'> {
	number: number;
	/** From the service, or else the box around the points. */
	place: Region;
}

export interface Side {
	label: string;
	faces: NumberedFace[];
}

/** Sorted by the middle of each face, then top to bottom, then as the service lists them. @throws Failure for no face */
export function numberFaces(images: readonly DetectedImage[], order: FaceOrder, label: string): Side {
	const faces = images.flatMap((image) =>
		facesOf(image, label).sort((one, other) => {
			const [a, b] = [one.place, other.place];
			const bySize = order === 'largestFirst' ? b.width * b.height - a.width * a.height : 0;
			const right = a.x + a.width / 2 - (b.x + b.width / 2);
			const byPlace = order === 'asDetected' ? 0 : right || a.y + a.height / 2 - (b.y + b.height / 2);
			return bySize || byPlace || one.detectedIndex - other.detectedIndex;
		}),
	);
	return { label, faces: faces.map((face, index) => ({ ...face, number: index + 1 })) };
}

function facesOf(image: DetectedImage, label: string) {
	const { faces, imageUrl, seen } = image;
	if (faces.length === 0) throw noFaces(image, label);
	return faces.map((face) => ({ ...face, imageUrl, seen, place: face.region ?? boxAround(face.opts) }));
}

/** Words of an image that could not be fetched, or that is none (service.md: Face detection). */
const UNOPENED =
	/HTTPS?ConnectionPool|URL ?Error|HTTP ?Error|max retries|name or service|getaddrinfo|ENOTFOUND|ECONN|connection (?:refused|reset|aborted|error)|timed? ?out|cannot identify image|image file is truncated|(?:can ?not|can't|could not|unable to|failed to) (?:open|read|load|decode|download|fetch|access)/i;

function noFaces({ imageUrl, said = '' }: DetectedImage, label: string): Failure {
	const [what, description] = UNOPENED.test(said)
		? [
				'The service could not open',
				'Check that its address opens an image without a login, or choose By File',
			]
		: ['No face was found in', 'Use an image in which the face is large, sharp and seen from the front'];
	const details = { field: label, description, serviceMessage: said || undefined };
	return new Failure(`${label}: ${what} ${imageName(imageUrl)}`, 'changeFile', details);
}

/** `0,0` stands for an unused point (service.md: Face detection). */
function boxAround(keyPoints: string): Region {
	const points = keyPoints.split(':').filter((point) => point !== '0,0');
	if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
	const xs = points.map((point) => Number(point.split(',')[0]));
	const ys = points.map((point) => Number(point.split(',')[1]));
	const [x, y] = [Math.min(...xs), Math.min(...ys)];
	return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

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

export const pairings = [
	{
		name: 'In Order',
		value: 'inOrder',
		description: 'Pairs the first face with the first new face, from left to right',
	},
	{ name: 'One New Face for Everyone', value: 'oneForAll', description: 'One new face replaces all faces' },
	{ name: 'Choose Faces', value: 'choose', description: 'Only the faces that you number get a new face' },
] as const;

export interface PairFacesInput {
	targets: readonly DetectedImage[];
	sources: readonly DetectedImage[];
	labels: { target: string; source: string };
	mediaType: MediaType;
	order: FaceOrder;
	whichFaces: (typeof pairings)[number]['value'];
	pairs?: ReadonlyArray<{ target: number; source: number | DetectedImage }>;
	onMismatch?: 'error' | 'truncate';
}

type Pair = readonly [face: NumberedFace, newFace: NumberedFace];

export function pairFaces(input: PairFacesInput): FacePair[] {
	const { labels, mediaType, order } = input;
	const targets = numberFaces(input.targets, order, labels.target);
	const sources = numberFaces(input.sources, order, labels.source);
	const pairs =
		input.whichFaces === 'choose' ? pairByNumber(targets, sources, input) : pairAll(targets, sources, input);
	const newFaces = pairs.map(([, newFace]) => newFace);
	checkAlone(newFaces, sources, mediaType);
	checkLimit(pairs, labels.target);
	return pairs.map(([face, newFace]) => ({
		face: face.number,
		target: toFaceItem(face, labels.target, mediaType),
		source: toFaceItem(newFace, labels.source, mediaType),
	}));
}

function pairAll(
	targets: Side,
	sources: Side,
	{ whichFaces, onMismatch, mediaType }: PairFacesInput,
): Pair[] {
	const isInOrder = whichFaces === 'inOrder';
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
