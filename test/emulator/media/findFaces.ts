import { hashText } from '../random';
import { dimensionsOf } from './dimensions';
import { marks, people, pointsOf } from './faces';
import { Picture, type Box, type Colour } from './picture';

/** A face that was found: whole pixels; the four points left eye, right eye, nose, mouth corner. */
export interface FoundFace {
	region: [number, number, number, number];
	points: Array<[number, number]>;
}

const valueOf = ([red, green, blue]: Colour) => ((red << 16) | (green << 8) | blue) >>> 0;
const skins = new Set(people.map(({ skin }) => valueOf(skin)));
const markValues = [marks.leftEye, marks.rightEye, marks.nose, marks.mouthCorner].map(valueOf);

/**
 * The faces of a picture: the cartoons of the sample pictures where there are any, else one in the middle of a picture that
 * shows something, else none. Throws when the bytes are no picture. The order is the picture's own, not left to right.
 */
export function findFaces(bytes: Buffer): FoundFace[] {
	const dimensions = dimensionsOf(bytes);
	if (dimensions) return [faceInTheMiddle(dimensions.width, dimensions.height)];
	const picture = Picture.decode(bytes);
	const values = picture.values();
	const cartoons = skinAreas(values, picture.width).flatMap(
		(box) => faceIn(values, picture.width, box) ?? [],
	);
	if (cartoons.length > 0) return inOddOrder(cartoons);
	return showsSomething(values) ? [faceInTheMiddle(picture.width, picture.height)] : [];
}

/** A picture with many colours may be a photograph; the sample pictures without people have few. */
function showsSomething(values: Uint32Array): boolean {
	const step = Math.max(1, Math.floor(values.length / 10_000));
	const colours = new Set<number>();
	for (let index = 0; index < values.length; index += step) colours.add(values[index] ?? 0);
	return colours.size > 24;
}

function faceInTheMiddle(width: number, height: number): FoundFace {
	const radius = Math.min(width, height) * 0.3;
	return rounded({ cx: width / 2, cy: height * 0.45, radius });
}

function rounded(place: { cx: number; cy: number; radius: number }): FoundFace {
	const { cx, cy, radius } = place;
	const region = [cx - radius, cy - radius, 2 * radius, 2 * radius].map(Math.round);
	const [x = 0, y = 0, width = 0, height = 0] = region;
	return {
		region: [x, y, width, height],
		points: pointsOf(place).map(([px, py]) => [Math.round(px), Math.round(py)]),
	};
}

// Jest looks a global up anew at each use, and these are used for every pixel.
const { floor, min, max } = Math;

/** Boxes around connected areas of one skin colour. */
function skinAreas(values: Uint32Array, width: number): Box[] {
	const seen = new Uint8Array(values.length);
	const boxes: Box[] = [];
	for (let start = 0; start < values.length; start += 1) {
		const skin = values[start] ?? 0;
		if (seen[start] || !skins.has(skin)) continue;
		let [minX, maxX, minY, maxY, count] = [width, 0, Infinity, 0, 0];
		const stack = [start];
		seen[start] = 1;
		for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
			const x = at % width;
			const y = floor(at / width);
			minX = min(minX, x);
			maxX = max(maxX, x);
			minY = min(minY, y);
			maxY = max(maxY, y);
			count += 1;
			const neighbours = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
			for (const next of neighbours) {
				if (next < 0 || next >= values.length || seen[next] || values[next] !== skin) continue;
				seen[next] = 1;
				stack.push(next);
			}
		}
		if (count > 60) boxes.push({ x: minX, y: minY, width: maxX - minX + 1, height: maxY - minY + 1 });
	}
	return boxes;
}

/** The face whose skin fills a box: the middles of its four marks. */
function faceIn(values: Uint32Array, width: number, box: Box): FoundFace | undefined {
	const sums = markValues.map(() => ({ x: 0, y: 0, count: 0 }));
	for (let y = box.y; y < box.y + box.height; y += 1) {
		for (let x = box.x; x < box.x + box.width; x += 1) {
			const sum = sums[markValues.indexOf(values[y * width + x] ?? 0)];
			if (!sum) continue;
			sum.x += x;
			sum.y += y;
			sum.count += 1;
		}
	}
	if (sums.some(({ count }) => count === 0)) return undefined;
	const points = sums.map(({ x, y, count }): [number, number] => [
		Math.round(x / count),
		Math.round(y / count),
	]);
	return { region: [box.x, box.y, box.width, box.height], points };
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
