import { isHttpUrl } from '../service/urls';
import { FaceError } from './faceError';
import {
	MAX_FACES,
	type Face,
	type FaceItem,
	type FaceOrder,
	type MediaType,
	type Picture,
} from './faceTypes';
import { orderFaces } from './order';
import { facesShown } from './newFaces';
import { pictureName } from './pictureName';

/** A face with the picture it was found in, numbered through all pictures of its side. */
export interface NumberedFace extends Face {
	imageUrl: string | undefined;
	/** How many faces its picture shows, itself included. */
	seen: number;
}

/** One side of a swap: its pictures, and what the person calls it on the screen. */
export interface Side {
	pictures: readonly Picture[];
	label: string;
}

/** The faces of all pictures, picture by picture, each in `order`, numbered from 1 throughout. */
export function numberFaces(pictures: readonly Picture[], order: FaceOrder): NumberedFace[] {
	const numbered: NumberedFace[] = [];
	for (const { imageUrl, faces, seen = faces.length } of pictures) {
		const ordered = orderFaces(faces, order, numbered.length + 1);
		numbered.push(...ordered.map((face) => ({ ...face, imageUrl, seen })));
	}
	return numbered;
}

/**
 * The numbered faces of a side.
 *
 * @throws FaceError where no face was found
 */
export function facesOf({ pictures, label }: Side, order: FaceOrder): NumberedFace[] {
	const faces = numberFaces(pictures, order);
	if (faces.length > 0) return faces;
	const where = pictures.length === 1 ? ` in ${pictureName(pictures[0]?.imageUrl)}` : '';
	throw new FaceError(
		`${label}: no face was found${where}`,
		'Use a picture in which the face is large, sharp and seen from the front',
	);
}

/**
 * A face as the service takes it: its picture's address, and the key points that fit the media type.
 *
 * @throws FaceError where the picture has no address that the service can open
 */
export function toFaceItem(face: NumberedFace, mediaType: MediaType, label: string): FaceItem {
	const path = face.imageUrl;
	if (path === undefined || !isHttpUrl(path)) {
		throw new FaceError(
			`${label}: the picture of face ${face.number} has no address`,
			'Give the picture as a URL, or put its URL as imageUrl beside the result of face detection',
		);
	}
	return { path, opts: mediaType === 'image' ? face.opts : face.videoOpts };
}

/**
 * Checks the limit of faces (service.md: Limits).
 *
 * @throws FaceError where there are more; `toDo` says how to choose some of them
 */
export function checkLimit(count: number, label: string, toDo: string): void {
	if (count <= MAX_FACES) return;
	throw new FaceError(
		`${label}: ${count} faces are more than the ${MAX_FACES} that can be changed at once`,
		toDo,
	);
}

/** The face of a number that a person typed, counted from 1. */
export function pickFace(faces: readonly NumberedFace[], number: number, label: string): NumberedFace {
	const face = Number.isInteger(number) ? faces[number - 1] : undefined;
	if (face !== undefined) return face;
	const known =
		faces.length === 1 ? 'the only face is number 1' : `choose a number from 1 to ${faces.length}`;
	throw new FaceError(`${label}: there is no face ${number}`, `${facesShown(faces, label)}: ${known}`);
}

/**
 * Refuses to send a list made for one media type to the other: their key points differ (service.md: Faces). `given` is
 * the `mediaType` beside the list, as Face Mapper writes it; anything else passes.
 *
 * @throws FaceError that says which setting to change
 */
export function checkMediaType(given: unknown, needed: MediaType, field: string): void {
	if ((given !== 'image' && given !== 'video') || given === needed) return;
	const name = (type: MediaType): string => (type === 'image' ? 'an image' : 'a video');
	throw new FaceError(
		`${field}: the faces were prepared for ${name(given)}, and are used for ${name(needed)}`,
		`Set Media Type of Face Mapper to ${needed === 'image' ? 'Image' : 'Video'}`,
	);
}
