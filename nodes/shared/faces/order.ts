import { pointsOf } from './faceString';
import type { Face, FaceOrder, Region } from './faceTypes';

/**
 * The faces in the order asked for, numbered from `firstNumber`. Left to right goes by the middle of each face, and top
 * to bottom when two are above each other; equals keep the order of the service.
 */
export function orderFaces(faces: readonly Face[], order: FaceOrder, firstNumber = 1): Face[] {
	const boxes = new Map(faces.map((face) => [face, placeOf(face)]));
	const boxOf = (face: Face): Region => boxes.get(face) ?? placeOf(face);
	const compare = (one: Face, other: Face): number => {
		const [a, b] = [boxOf(one), boxOf(other)];
		const bySize = order === 'largestFirst' ? b.width * b.height - a.width * a.height : 0;
		const byPlace = order === 'asDetected' ? 0 : leftOf(a, b);
		return bySize || byPlace || one.detectedIndex - other.detectedIndex;
	};
	return [...faces].sort(compare).map((face, index) => ({ ...face, number: firstNumber + index }));
}

function leftOf(a: Region, b: Region): number {
	return a.x + a.width / 2 - (b.x + b.width / 2) || a.y + a.height / 2 - (b.y + b.height / 2);
}

/** Where a face is in its picture: as the service says, or else the box around its points. */
export function placeOf({ region, opts }: Face): Region {
	return region ?? boxAround(opts);
}

/** The box around the points that are used; `0,0` stands for an unused one (service.md: Face detection). */
function boxAround(faceString: string): Region {
	const points = pointsOf(faceString).filter(({ x, y }) => x !== 0 || y !== 0);
	if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
	const xs = points.map(({ x }) => x);
	const ys = points.map(({ y }) => y);
	const [x, y] = [Math.min(...xs), Math.min(...ys)];
	return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
