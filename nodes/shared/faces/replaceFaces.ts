import { eachOf, FaceError } from './faceError';
import { checkLimit, facesOf, pickFace, toFaceItem } from './faceItems';
import { MAX_FACES, type FaceItem, type FacePairs, type Picture } from './faceTypes';
import { checkAlone, facesShown } from './newFaces';
import type { PairFacesInput } from './pairFaces';

/** One face to replace, by its number in the picture to change, and the picture that shows only its new face. */
export interface Replacement {
	faceNumber: number;
	source: Picture;
}

export interface ReplaceFacesInput extends Omit<
	PairFacesInput,
	'sources' | 'pairing' | 'pairs' | 'onMismatch'
> {
	replacements: readonly Replacement[];
}

const FIELD = 'Replacements';

/**
 * Gives single faces their own new faces, in the order of the replacements; faces not named stay as they are.
 *
 * @throws FaceError on a number that no face has or that is named twice, on a new face picture that does not show
 * exactly one face, on more than 8 replacements, and on faces without an address
 */
export function replaceFaces(input: ReplaceFacesInput): FacePairs {
	const { replacements, mediaType, order, labels } = input;
	checkLimit(replacements.length, FIELD, `Leave replacements out, so that at most ${MAX_FACES} remain`);
	const faces = facesOf(input.targets, labels.target, order);
	const faceNumbers = replacements.map(({ faceNumber }) => faceNumber);
	const targetImage = eachOf(faceNumbers, (number, index) => {
		const face = pickFace(faces, number, labels.target);
		if (faceNumbers.indexOf(number) < index) {
			throw new FaceError(`${FIELD} names face ${number} twice`, 'Name each face to replace once');
		}
		return toFaceItem(face, mediaType, labels.target);
	});
	return {
		faceNumbers,
		targetImage,
		sourceImage: eachOf(replacements, (replacement) => newFaceOf(replacement, input)),
	};
}

/** The one face that a new face picture shows. */
function newFaceOf({ faceNumber, source }: Replacement, input: ReplaceFacesInput): FaceItem {
	const { labels, mediaType, order, choosingNewFace } = input;
	const label = `${labels.source} of face ${faceNumber}`;
	const newFaces = facesOf([source], label, order);
	checkAlone(newFaces, newFaces, mediaType, label);
	if (newFaces.length > 1) {
		throw new FaceError(
			`${FIELD}: ${label} shows ${newFaces.length} faces, and one is needed`,
			`${facesShown(newFaces, label)}. ${choosingNewFace}`,
		);
	}
	return toFaceItem(pickFace(newFaces, 1, label), mediaType, label);
}
