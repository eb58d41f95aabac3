/** x, y of the upper left corner, width, height, in pixels. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The place of a face: the center and radius of its circle, in pixels. */
export interface FacePlace {
	cx: number;
	cy: number;
	radius: number;
}

/** Left eye, right eye, nose and mouth corner of a face. Left means left in the image. */
export function pointsOf({ cx, cy, radius }: FacePlace): Array<[number, number]> {
	return [
		[cx - 0.35 * radius, cy - 0.05 * radius],
		[cx + 0.35 * radius, cy - 0.05 * radius],
		[cx, cy + 0.22 * radius],
		[cx - 0.26 * radius, cy + 0.45 * radius],
	];
}

/** The circle of a face from its points, four `x,y` pairs joined by `:`. */
export function placeOf(opts: string): FacePlace {
	const [[left = 0, y = 0] = [], [right = 0, other = 0] = []] = opts
		.split(':')
		.map((pair) => pair.split(',').map(Number));
	const radius = Math.max(Math.hypot(right - left, other - y) / 0.7, 4);
	return { cx: (left + right) / 2, cy: (y + other) / 2 + 0.05 * radius, radius };
}

/** The head with its hair, and the neck down to the collar. */
export const headOf = ({ cx, cy, radius }: FacePlace): Box => ({
	...{ x: cx - 1.3 * radius, y: cy - 1.52 * radius },
	...{ width: 2.6 * radius, height: 2.7 * radius },
});
