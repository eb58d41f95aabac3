import { isHttpUrl } from '../service/urls';
import { eachOf, FaceError } from './faceError';
import {
	MAX_FACES,
	type ChosenFaces,
	type FaceItem,
	type FaceOrder,
	type MediaType,
	type Picture,
} from './faceTypes';
import { facesShown } from './newFaces';
import { numberFaces, type NumberedFace } from './order';
import { pictureName } from './pictureName';

/** How to replace only some of the faces, in the words of the screen. */
export const CHOOSING_FACES = 'set Which Faces to Choose Faces';

/**
 * The numbered faces of a side, which is called `label` on the screen.
 *
 * @throws FaceError where no face was found
 */
export function facesOf(pictures: readonly Picture[], label: string, order: FaceOrder): NumberedFace[] {
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
	const all = facesOf(pictures, label, order);
	const faces = numbers ? eachOf(numbers, (number) => pickFace(all, number, label)) : all;
	checkLimit(
		faces.length,
		label,
		`Use a picture with fewer people, or choose at most ${MAX_FACES} of them: in the age change, ${CHOOSING_FACES}`,
	);
	return {
		faceNumbers: faces.map(({ number }) => number),
		targetImage: faces.map((face) => toFaceItem(face, mediaType, label)),
	};
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
