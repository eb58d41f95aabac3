import { createHash } from 'node:crypto';
import { hashText } from '../random';
import { pointsOf, type FacePlace } from './geometry';
import { Picture } from './picture';

/** A found face, in integer pixels. The four points are left eye, right eye, nose and mouth corner. */
export interface FoundFace {
	region: [number, number, number, number];
	points: Array<[number, number]>;
}

/** The faces by the hash of their image. Tests send the same few images again and again, and decoding takes long. */
const known = new Map<string, FoundFace[]>();

/**
 * The faces of an image: the faces of the drawn people, or one face in the middle of another image. Throws if the bytes
 * are not an image. The order depends on the image, and is not left to right.
 */
export function findFaces(bytes: Buffer): FoundFace[] {
	const hash = createHash('sha1').update(bytes).digest('hex');
	const faces = known.get(hash) ?? facesIn(bytes);
	known.set(hash, faces);
	return faces;
}

/** The size of photo.jpg. It does for any JPEG, because no picture is drawn on one. */
const PHOTO = { width: 400, height: 300 };

function facesIn(bytes: Buffer): FoundFace[] {
	const isPhoto = bytes.length > 1 && bytes.readUInt16BE() === 0xffd8;
	const image = isPhoto ? PHOTO : Picture.decode(bytes);
	const { width, height } = image;
	const middle = { cx: width / 2, cy: height * 0.45, radius: Math.min(width, height) * 0.3 };
	const faces = image instanceof Picture ? image.faces : undefined;
	return inOddOrder((faces ?? [middle]).map(rounded));
}

function rounded(place: FacePlace): FoundFace {
	const { cx, cy, radius } = place;
	const [x, y, side] = [Math.round(cx - radius), Math.round(cy - radius), Math.round(2 * radius)];
	const points = pointsOf(place).map(([left, top]): [number, number] => [Math.round(left), Math.round(top)]);
	return { region: [x, y, side, side], points };
}

/** Always the same order, but never from left to right if there are two or more. */
function inOddOrder(faces: FoundFace[]): FoundFace[] {
	const key = ({ region }: FoundFace) => hashText(region.join(','));
	const ordered = [...faces].sort((one, other) => key(one) - key(other));
	const isLeftToRight = ordered.every(
		(face, index) => face.region[0] >= (ordered[index - 1]?.region[0] ?? 0),
	);
	return isLeftToRight ? ordered.reverse() : ordered;
}

export const optsOf = ({ points }: FoundFace) => points.map((point) => point.join(',')).join(':');
