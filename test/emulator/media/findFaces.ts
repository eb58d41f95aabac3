import { hashText } from '../random';
import { dimensionsOf } from './dimensions';
import { boxOf, marks, noseOf, placeOf, pointsOf, type FacePlace } from './faces';
import { people } from './people';
import { Picture, type Color } from './picture';

/** A face that was found: whole pixels; the four points left eye, right eye, nose, mouth corner. */
export interface FoundFace {
	region: [number, number, number, number];
	points: Array<[number, number]>;
}

const valueOf = ([red, green, blue]: Color) => ((red << 16) | (green << 8) | blue) >>> 0;
const markOf = new Map<number, number>([
	[valueOf(marks.leftEye), 0],
	[valueOf(marks.rightEye), 1],
	...people.map((person): [number, number] => [valueOf(noseOf(person)), 2]),
	[valueOf(marks.mouthCorner), 3],
]);

/**
 * The faces of an image: those of the sample images where there are any, else one in the middle of an image that shows
 * something, else none. Throws when the bytes are no image. The order is the image's own, not left to right.
 */
export function findFaces(bytes: Buffer): FoundFace[] {
	const dimensions = dimensionsOf(bytes);
	if (dimensions) return [faceInTheMiddle(dimensions.width, dimensions.height)];
	const picture = Picture.decode(bytes);
	const values = picture.values();
	const faces = facesOf(spotsOf(values, picture.width));
	if (faces.length > 0) return inOddOrder(faces);
	return showsSomething(values) ? [faceInTheMiddle(picture.width, picture.height)] : [];
}

/** An image with many colors may be a photograph; the sample images without people have few. */
function showsSomething(values: Uint32Array): boolean {
	const step = Math.max(1, Math.floor(values.length / 10_000));
	const colors = new Set<number>();
	for (let index = 0; index < values.length; index += step) colors.add(values[index] ?? 0);
	return colors.size > 24;
}

function faceInTheMiddle(width: number, height: number): FoundFace {
	const radius = Math.min(width, height) * 0.3;
	return rounded({ cx: width / 2, cy: height * 0.45, radius });
}

function rounded(place: FacePlace): FoundFace {
	const box = boxOf(place);
	return {
		region: [Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height)],
		points: pointsOf(place).map(([x, y]) => [Math.round(x), Math.round(y)]),
	};
}

// Jest looks up a global again at each use, and these are used for every pixel.
const { floor, hypot } = Math;

/** An area of one mark's color: which mark it is, and its middle. */
interface Spot {
	mark: number;
	x: number;
	y: number;
}

function spotsOf(values: Uint32Array, width: number): Spot[] {
	const seen = new Uint8Array(values.length);
	const spots: Spot[] = [];
	for (let start = 0; start < values.length; start += 1) {
		const value = values[start] ?? 0;
		const mark = markOf.get(value);
		if (mark === undefined || seen[start]) continue;
		let [x, y, count] = [0, 0, 0];
		const stack = [start];
		seen[start] = 1;
		for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
			const column = at % width;
			x += column;
			y += floor(at / width);
			count += 1;
			const sides = [column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1, at - width, at + width];
			for (const next of sides) {
				if (next < 0 || seen[next] || values[next] !== value) continue;
				seen[next] = 1;
				stack.push(next);
			}
		}
		spots.push({ mark, x: x / count, y: y / count });
	}
	return spots;
}

function facesOf(spots: Spot[]): FoundFace[] {
	const nearest = (mark: number, [x, y]: [number, number]) =>
		spots
			.filter((spot) => spot.mark === mark)
			.map((spot) => ({ ...spot, distance: hypot(spot.x - x, spot.y - y) }))
			.sort((one, other) => one.distance - other.distance)[0];
	return spots.flatMap((left) => {
		const right = left.mark === 0 ? nearest(1, [left.x, left.y]) : undefined;
		if (!right) return [];
		const eyes: Array<[number, number]> = [left, right].map(({ x, y }) => [x, y]);
		const place = placeOf(eyes);
		const found = pointsOf(place).map((point, mark) => nearest(mark, point));
		const points = found.flatMap((spot): Array<[number, number]> =>
			spot && spot.distance < place.radius / 4 ? [[Math.round(spot.x), Math.round(spot.y)]] : [],
		);
		return points.length === 4 ? [{ ...rounded(place), points }] : [];
	});
}

/** Always the same order, but never from left to right where there are two or more. */
function inOddOrder(faces: FoundFace[]): FoundFace[] {
	const key = ({ region }: FoundFace) => hashText(region.join(','));
	const ordered = [...faces].sort((one, other) => key(one) - key(other));
	const isLeftToRight = ordered.every(
		(face, index) => face.region[0] >= (ordered[index - 1]?.region[0] ?? 0),
	);
	return isLeftToRight ? ordered.reverse() : ordered;
}
