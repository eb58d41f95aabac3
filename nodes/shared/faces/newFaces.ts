import { FaceError } from './faceError';
import type { FaceItem, MediaType } from './faceTypes';
import type { NumberedFace } from './order';
import { pictureName } from './pictureName';

/** A message names at most this many places. */
const MOST_PLACES = 10;

/** Says which faces a side shows: their numbers, and where they are. */
export function facesShown(faces: readonly NumberedFace[], label: string): string {
	const isOnePicture = new Set(faces.map(({ imageUrl }) => imageUrl)).size === 1;
	const places = faces.slice(0, MOST_PLACES).map(({ number, place, imageUrl }) => {
		const where = isOnePicture ? '' : ` in ${pictureName(imageUrl)}`;
		return `face ${number} at ${place.x}, ${place.y} (${place.width} × ${place.height})${where}`;
	});
	const others = faces.length > MOST_PLACES ? `, and ${faces.length - MOST_PLACES} more` : '';
	return `${label} shows ${places.join(', ')}${others}, in pixels from the upper left corner`;
}

/**
 * Checks that each new face of a video is alone in its picture: otherwise the swap may fail (service.md: Face swap).
 *
 * @param chosen the new faces that are to be sent
 * @param all those of the side, for the message
 * @throws FaceError that names the faces of the first picture with several
 */
export function checkAlone(
	chosen: readonly NumberedFace[],
	all: readonly NumberedFace[],
	mediaType: MediaType,
	label: string,
): void {
	const face = mediaType === 'video' ? chosen.find(({ seen }) => seen > 1) : undefined;
	if (face === undefined) return;
	const beside = all.filter(({ imageUrl }) => imageUrl === face.imageUrl);
	throw new FaceError(
		`${label} shows ${face.seen} faces, and a new face for a video must be alone in its picture`,
		`${facesShown(beside, label)}. Cut out the face to use, and give that picture; each new face needs one of its own`,
	);
}

/**
 * The same for faces that were given: different key points in one picture mean several faces.
 *
 * @throws FaceError that names the picture
 */
export function checkSeparate(faces: readonly FaceItem[], mediaType: MediaType, label: string): void {
	const firstOf = (path: string) => faces.find((face) => face.path === path);
	const shared = faces.find(({ path, opts }) => firstOf(path)?.opts !== opts);
	if (mediaType !== 'video' || shared === undefined) return;
	throw new FaceError(
		`${label} has several faces of ${pictureName(shared.path)}, and a new face for a video must be alone in its picture`,
		'Cut the faces out, detect each picture, and give each face with the address of its own picture',
	);
}

/**
 * Checks that each face has its new face: both fields have equally many entries (service.md: Face swap).
 *
 * @throws FaceError that says how many each has
 */
export function checkSameCount(
	targets: readonly FaceItem[],
	sources: readonly FaceItem[],
	targetLabel: string,
	sourceLabel: string,
): void {
	if (targets.length === sources.length) return;
	throw new FaceError(
		`${targetLabel} has ${countOf(targets)}, and ${sourceLabel} has ${countOf(sources)}`,
		'Give as many new faces as there are faces to replace: the first takes the place of the first, and so on',
	);
}

/** "1 face", "2 faces". */
export function countOf({ length }: readonly unknown[]): string {
	return length === 1 ? '1 face' : `${length} faces`;
}
