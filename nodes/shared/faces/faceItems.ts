import { MAX_FACES, TOO_MANY_FACES } from '../service/codes';
import type { DetectedImage } from './detection';
import { faceFailure, imageName } from './faceFailure';
import { numberFaces, type FaceOrder, type NumberedFace, type Side } from './numberFaces';

/** `path` is the image, `opts` the key points. Some accounts take a face without them (service.md: Faces). */
export type FaceItem = Record<'path', string> & Partial<Record<'opts', string>>;

export type MediaType = 'image' | 'video';

export interface ChosenFaces {
	targetImage: FaceItem[];
	faceNumbers: number[];
}

/** @throws Failure */
export function checkLimit(faces: readonly unknown[], label: string): void {
	if (faces.length <= MAX_FACES) return;
	const [what, toDo] = TOO_MANY_FACES;
	throw faceFailure(`${label} has ${countOf(faces)}. ${what}`, toDo);
}

export function countOf({ length }: readonly unknown[]): string {
	return length === 1 ? '1 face' : `${length} faces`;
}

/** @throws Failure where the image has no address */
export function toFaceItem(face: NumberedFace, label: string, mediaType: MediaType): FaceItem {
	const { imageUrl: path, number, opts, videoOpts } = face;
	if (path === undefined) {
		throw faceFailure(
			`${label}: the image of face ${number} has no address`,
			'Add its URL as imageUrl to the result of face detection',
		);
	}
	return { path, opts: mediaType === 'image' ? opts : videoOpts };
}

/** @throws Failure */
export function listFaces({ faces, label }: Side, mediaType: MediaType): ChosenFaces {
	checkLimit(faces, label);
	return {
		faceNumbers: faces.map(({ number }) => number),
		targetImage: faces.map((face) => toFaceItem(face, label, mediaType)),
	};
}

/** @throws Failure */
export function listTargets(
	images: readonly DetectedImage[],
	label: string,
	mediaType: MediaType,
	order: FaceOrder,
	numbers?: readonly number[],
): ChosenFaces {
	const side = numberFaces(images, order, label);
	const faces = numbers ? numbers.map((number) => pickFace(side, number)) : side.faces;
	return listFaces({ label, faces }, mediaType);
}

export function pickFace(side: Side, number: number): NumberedFace {
	const face = side.faces[number - 1];
	if (face) return face;
	throw faceFailure(
		`${side.label}: there is no face ${number}`,
		`${shownFaces(side)}: choose a number from 1 to ${side.faces.length}`,
	);
}

const MOST_PLACES = 10;

export function shownFaces({ faces, label }: Side): string {
	const isOneImage = new Set(faces.map(({ imageUrl }) => imageUrl)).size === 1;
	const places = faces.slice(0, MOST_PLACES).map(({ number, place, imageUrl }) => {
		const where = isOneImage ? '' : ` in ${imageName(imageUrl)}`;
		return `face ${number} at ${place.x}, ${place.y} (${place.width} × ${place.height})${where}`;
	});
	const others = faces.length > MOST_PLACES ? `, and ${faces.length - MOST_PLACES} more` : '';
	return `${label} shows ${places.join(', ')}${others}, in pixels from the upper left corner`;
}
