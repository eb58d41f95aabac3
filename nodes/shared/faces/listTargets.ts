import { eachOf } from './faceError';
import { checkLimit, facesOf, pickFace, toFaceItem, type Side } from './faceItems';
import { MAX_FACES, type ChosenFaces, type FaceOrder, type MediaType } from './faceTypes';
import { CHOOSING_FACES } from './pairFaces';

/**
 * The faces of pictures without new faces, for an age change or a choice by hand: all of them, or those with the given
 * numbers.
 *
 * @throws FaceError on no faces, more than 8, a number that no face has, and faces without an address
 */
export function listTargets(
	side: Side,
	mediaType: MediaType,
	order: FaceOrder = 'leftToRight',
	numbers?: readonly number[],
): ChosenFaces {
	const { label } = side;
	const all = facesOf(side, order);
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
