import type { Picture } from './detection';
import { eachOf, FaceError, pictureName } from './faceError';
import { numberFaces, type FaceOrder, type NumberedFace, type Side } from './numberFaces';

/**
 * One entry of targetImage or sourceImage, as the service takes it (service.md: Faces): `path` is the address of the
 * picture in which the face was detected, `opts` its key points in that picture.
 */
export type FaceItem = Record<'path' | 'opts', string>;

/** What the faces are for: an operation on an image takes other key points than one on a video. */
export type MediaType = 'image' | 'video';

/** The faces to change. */
export interface ChosenFaces {
	targetImage: FaceItem[];
	/** Their numbers as a person counts them, from 1. */
	faceNumbers: number[];
}

/** The most faces that one operation changes (service.md: Limits). */
export const MAX_FACES = 8;

/** How to replace only some of the faces, in the words of the screen. */
export const CHOOSING_FACES = 'set Which Faces to Choose Faces';

/** @throws FaceError where there are more faces than can be changed at once */
export function checkLimit({ length }: readonly unknown[], label: string): void {
	if (length <= MAX_FACES) return;
	throw new FaceError(
		`${label}: ${length} faces are more than the ${MAX_FACES} that can be changed at once`,
		`Leave some of them out: ${CHOOSING_FACES}. Or make several passes over the result`,
	);
}

/**
 * A face as the service takes it: its picture's address, and the key points that fit the media type.
 *
 * @throws FaceError where the picture has no address
 */
export function toFaceItem(face: NumberedFace, label: string, mediaType: MediaType): FaceItem {
	const { imageUrl: path, number, opts, videoOpts } = face;
	if (path === undefined) {
		throw new FaceError(
			`${label}: the picture of face ${number} has no address`,
			'Give the picture as a URL, or put its URL as imageUrl beside the result of face detection',
		);
	}
	return { path, opts: mediaType === 'image' ? opts : videoOpts };
}

/** The faces of a side. @throws FaceError on more than 8, and on faces without an address */
export function listFaces({ faces, label }: Side, mediaType: MediaType): ChosenFaces {
	checkLimit(faces, label);
	return {
		faceNumbers: faces.map(({ number }) => number),
		targetImage: faces.map((face) => toFaceItem(face, label, mediaType)),
	};
}

/**
 * The faces of pictures without new faces, for an age change: all of them, or those with the given numbers.
 *
 * @throws FaceError on no faces, more than 8, a number that no face has, and faces without an address
 */
export function listTargets(
	pictures: readonly Picture[],
	label: string,
	mediaType: MediaType,
	order: FaceOrder,
	numbers?: readonly number[],
): ChosenFaces {
	const side = numberFaces(pictures, order, label);
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

/** A message names at most this many places. */
const MOST_PLACES = 10;

/** Says which faces a side shows: their numbers, and where they are. */
export function shownFaces({ faces, label }: Side): string {
	const isOnePicture = new Set(faces.map(({ imageUrl }) => imageUrl)).size === 1;
	const places = faces.slice(0, MOST_PLACES).map(({ number, place, imageUrl }) => {
		const where = isOnePicture ? '' : ` in ${pictureName(imageUrl)}`;
		return `face ${number} at ${place.x}, ${place.y} (${place.width} × ${place.height})${where}`;
	});
	const others = faces.length > MOST_PLACES ? `, and ${faces.length - MOST_PLACES} more` : '';
	return `${label} shows ${places.join(', ')}${others}, in pixels from the upper left corner`;
}
