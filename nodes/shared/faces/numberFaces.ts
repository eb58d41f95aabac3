import type { Face, Picture, Region } from './detection';
import { eachOf, FaceError, pictureName } from './faceError';

/** The choice of the order in which the faces of a picture are numbered, as the screen has it. */
export const faceOrderChoice = {
	displayName: 'Face Order',
	name: 'order',
	default: 'leftToRight',
	options: [
		{ name: 'Left to Right', value: 'leftToRight' },
		{ name: 'Largest First', value: 'largestFirst' },
		{ name: 'As Detected', value: 'asDetected', description: 'As the service lists them' },
	],
	description: 'The order in which the faces of a picture get their numbers, from 1',
} as const;
export type FaceOrder = (typeof faceOrderChoice.options)[number]['value'];

/** A face with its place and its picture, numbered from 1 through all pictures of its side. */
export interface NumberedFace extends Face, Pick<Picture, 'imageUrl' | 'seen'> {
	number: number;
	/** As the service says, or else the box around its points. */
	place: Region;
}

/** A side of a swap, or the pictures of an age change: their name on the screen, and their faces. */
export interface Side {
	label: string;
	faces: NumberedFace[];
}

/**
 * The faces of all pictures, picture by picture, each in `order`, numbered from 1 throughout. Left to right goes by the
 * middle of each face, and top to bottom when two are above each other; equals keep the order of the service.
 *
 * @throws FaceError where a picture shows no face
 */
export function numberFaces(pictures: readonly Picture[], order: FaceOrder, label: string): Side {
	const faces = eachOf(pictures, (picture) => facesOf(picture, label)).flatMap((inPicture) =>
		inPicture.sort((one, other) => {
			const [a, b] = [one.place, other.place];
			const bySize = order === 'largestFirst' ? b.width * b.height - a.width * a.height : 0;
			const byPlace = order === 'asDetected' ? 0 : leftOf(a, b);
			return bySize || byPlace || one.detectedIndex - other.detectedIndex;
		}),
	);
	return { label, faces: faces.map((face, index) => ({ ...face, number: index + 1 })) };
}

function facesOf(picture: Picture, label: string) {
	const { faces, imageUrl, seen } = picture;
	if (faces.length === 0) throw noFaces(picture, label);
	return faces.map((face) => ({ ...face, imageUrl, seen, place: face.region ?? boxAround(face.opts) }));
}

/** What a crash of the service says, of a picture without a face as of one that it could not open. */
const EITHER = /NoneType/;
const OPENS = 'Check that this is one address, and that it opens a picture';
const CLEAR = 'use one in which the face is large, sharp and seen from the front';

function noFaces({ imageUrl, said, unopened, isOpened }: Picture, label: string): FaceError {
	const refusal = (what: string, toDo: string) => {
		const description = said === undefined ? toDo : `${toDo}. The service said: ${said}`;
		return new FaceError(`${label}: ${what} ${pictureName(imageUrl)}`, description);
	};
	if (unopened !== undefined) {
		const why = unopened === '' ? '' : `Its host ${unopened}. `;
		const toDo = `${why}${OPENS} (JPEG or PNG, for example), from anywhere and without a login`;
		return refusal('The picture could not be opened:', toDo);
	}
	if (isOpened) return refusal('No face was found in', `U${CLEAR.slice(1)}`);
	const isEither = said !== undefined && EITHER.test(said);
	const what = isEither ? 'The picture could not be opened, or shows no face:' : 'No face was found in';
	return refusal(what, `${OPENS}, and ${CLEAR}`);
}

function leftOf(a: Region, b: Region): number {
	return a.x + a.width / 2 - (b.x + b.width / 2) || a.y + a.height / 2 - (b.y + b.height / 2);
}

/** The box around the points that are used; `0,0` stands for an unused one (service.md: Face detection). */
function boxAround(keyPoints: string): Region {
	const points = keyPoints.split(':').filter((point) => point !== '0,0');
	if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
	const xs = points.map((point) => Number(point.split(',')[0]));
	const ys = points.map((point) => Number(point.split(',')[1]));
	const [x, y] = [Math.min(...xs), Math.min(...ys)];
	return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
