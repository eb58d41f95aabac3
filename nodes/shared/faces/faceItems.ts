import { MAX_FACES, TOO_MANY_FACES } from '../service/codes';
import type { DetectedImage } from './detection';
import { eachOf, FaceError, imageName } from './faceError';
import { numberFaces, type FaceOrder, type NumberedFace, type Side } from './numberFaces';

/**
 * One entry of targetImage or sourceImage, as the service takes it (service.md: Faces): `path` is the address of the
 * image in which the face was detected, `opts` its key points in that image. Some accounts of the service take a face
 * that a person gives without them.
 */
export type FaceItem = Record<'path', string> & Partial<Record<'opts', string>>;

export type MediaType = 'image' | 'video';

export interface ChosenFaces {
	targetImage: FaceItem[];
	faceNumbers: number[];
}

/** @throws FaceError */
export function checkLimit(faces: readonly unknown[], label: string): void {
	if (faces.length <= MAX_FACES) return;
	const { what, toDo } = TOO_MANY_FACES;
	throw new FaceError(`${label} has ${countOf(faces)}. ${what}`, toDo);
}

export function countOf({ length }: readonly unknown[]): string {
	return length === 1 ? '1 face' : `${length} faces`;
}

/**
 * A face as the service takes it. Its image's address, and the key points that fit the media type.
 * @throws FaceError where the image has no address
 */
export function toFaceItem(face: NumberedFace, label: string, mediaType: MediaType): FaceItem {
	const { imageUrl: path, number, opts, videoOpts } = face;
	if (path === undefined) {
		throw new FaceError(
			`${label}: the image of face ${number} has no address`,
			'Give the image as a URL, or add its URL as imageUrl to the result of face detection',
		);
	}
	return { path, opts: mediaType === 'image' ? opts : videoOpts };
}

/** The faces of a side. @throws FaceError on too many, and on faces without an address */
export function listFaces({ faces, label }: Side, mediaType: MediaType): ChosenFaces {
	checkLimit(faces, label);
	return {
		faceNumbers: faces.map(({ number }) => number),
		targetImage: faces.map((face) => toFaceItem(face, label, mediaType)),
	};
}

/**
 * The faces of images without new faces, for an age change: all of them, or the faces with the given numbers.
 * @throws FaceError on no faces, too many a number that no face has and faces without an address
 */
export function listTargets(
	images: readonly DetectedImage[],
	label: string,
	mediaType: MediaType,
	order: FaceOrder,
	numbers?: readonly number[],
): ChosenFaces {
	const side = numberFaces(images, order, label);
	const faces = numbers ? eachOf(numbers, (number) => pickFace(side, number)) : side.faces;
	return listFaces({ label, faces }, mediaType);
}

/** The face of a number that a person typed, counted from 1. */
export function pickFace(side: Side, number: number): NumberedFace {
	const face = side.faces[number - 1];
	if (face) return face;
	throw new FaceError(
		`${side.label}: there is no face ${number}`,
		`${shownFaces(side)}: choose a number from 1 to ${side.faces.length}`,
	);
}

const MOST_PLACES = 10;

/** Says which faces a side shows: their numbers, and where they are. */
export function shownFaces({ faces, label }: Side): string {
	const isOneImage = new Set(faces.map(({ imageUrl }) => imageUrl)).size === 1;
	const places = faces.slice(0, MOST_PLACES).map(({ number, place, imageUrl }) => {
		const where = isOneImage ? '' : ` in ${imageName(imageUrl)}`;
		return `face ${number} at ${place.x}, ${place.y} (${place.width} × ${place.height})${where}`;
	});
	const others = faces.length > MOST_PLACES ? `, and ${faces.length - MOST_PLACES} more` : '';
	return `${label} shows ${places.join(', ')}${others}, in pixels from the upper left corner`;
}
