import { FaceError } from './faceError';
import { checkLimit, facesOf, pickFace, toFaceItem } from './faceItems';
import { MAX_FACES, type FaceOrder, type MediaType, type Picture } from './faceTypes';
import type { FacePairs } from './pairFaces';

/** One face to replace, by its number in the picture to change, and the picture that shows its new face alone. */
export interface Replacement {
	faceNumber: number;
	source: Picture;
}

export interface ReplaceFacesInput {
	targets: readonly Picture[];
	replacements: readonly Replacement[];
	mediaType: MediaType;
	/** `leftToRight` when left out. */
	order?: FaceOrder;
	/** The names of the two sides on the screen, for messages; "Picture to Change" and "New Face Picture" when left out. */
	labels?: { target: string; source: string };
}

const FIELD = 'Replacements';

/**
 * Gives single faces their own new faces, in the order of the replacements; faces not named stay as they are.
 *
 * @throws FaceError on a number that no face has or that is named twice, on a new face picture that does not show
 * exactly one face, on more than 8 replacements, and on faces without an address
 */
export function replaceFaces(input: ReplaceFacesInput): FacePairs {
	const { replacements, mediaType, order = 'leftToRight' } = input;
	const { target, source } = input.labels ?? { target: 'Picture to Change', source: 'New Face Picture' };
	if (replacements.length === 0) {
		throw new FaceError(
			`${FIELD} is empty`,
			`Add a replacement for each face to change, or give one ${source} for all`,
			FIELD,
		);
	}
	checkLimit(replacements.length, FIELD, `Leave replacements out, so that at most ${MAX_FACES} remain`);
	const faces = facesOf({ pictures: input.targets, label: target }, order);
	const taken = new Set<number>();
	const pairs: FacePairs = { targetImage: [], sourceImage: [] };
	for (const { faceNumber, source: picture } of replacements) {
		const face = pickFace(faces, faceNumber, target);
		if (taken.has(faceNumber)) {
			throw new FaceError(`${FIELD} names face ${faceNumber} twice`, 'Name each face to replace once', FIELD);
		}
		taken.add(faceNumber);
		const label = `${source} of face ${faceNumber}`;
		const newFaces = facesOf({ pictures: [picture], label }, order);
		if (newFaces.length > 1) {
			throw new FaceError(
				`${label} shows ${newFaces.length} faces, and one is needed`,
				'Use a picture with one face, or cut out the face to use',
				FIELD,
			);
		}
		pairs.targetImage.push(toFaceItem(face, mediaType, target));
		pairs.sourceImage.push(toFaceItem(pickFace(newFaces, 1, label), mediaType, label));
	}
	return pairs;
}
