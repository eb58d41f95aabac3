import type { Box } from './picture';

/** An area to fill: the box around it, and how many pixels inside its edge a point lies (negative outside). */
export interface Shape {
	box: Box;
	depth: (x: number, y: number) => number;
}

// Jest looks up a global again at each use, and these are used for every pixel.
const { min, max, abs, sqrt } = Math;

export function ellipse(cx: number, cy: number, rx: number, ry: number): Shape {
	const small = min(rx, ry);
	return {
		box: { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry },
		depth: (x, y) => (1 - sqrt(((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2)) * small,
	};
}

export const rectangle = (box: Box): Shape => ({
	box,
	depth: (x, y) => min(x - box.x, box.x + box.width - x, y - box.y, box.y + box.height - y),
});

/** A box with round corners, as wide and high as an ellipse of these radii. */
export const roundedBox = (cx: number, cy: number, rx: number, ry: number): Shape => ({
	...ellipse(cx, cy, rx, ry),
	depth: (x, y) => (1 - max((abs(x - cx) / rx) ** 6 + (abs(y - cy) / ry) ** 6, 0) ** (1 / 6)) * min(rx, ry),
});

export const within = (shape: Shape, other: Shape): Shape => ({
	box: shape.box,
	depth: (x, y) => min(shape.depth(x, y), other.depth(x, y)),
});

export const without = (shape: Shape, ...others: Shape[]): Shape => ({
	box: shape.box,
	depth: (x, y) => min(shape.depth(x, y), ...others.map(({ depth }) => -depth(x, y))),
});

export const below = (shape: Shape, top: number): Shape => ({
	box: shape.box,
	depth: (x, y) => min(shape.depth(x, y), y - top),
});
