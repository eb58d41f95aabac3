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

/** An area to fill: the box around it, and the distance of a point from its edge in pixels (negative outside). */
export interface Shape {
	box: Box;
	depth: (x: number, y: number) => number;
}

/** An ellipse, or with a higher power a box with round corners. */
export function ellipse(cx: number, cy: number, rx: number, ry: number, power = 2): Shape {
	const small = Math.min(rx, ry);
	return {
		box: { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry },
		depth: (x, y) =>
			(1 - (Math.abs((x - cx) / rx) ** power + Math.abs((y - cy) / ry) ** power) ** (1 / power)) * small,
	};
}

/** The head with its hair and its neck, down to the collar. */
export function headOf({ cx, cy, radius }: FacePlace): Shape {
	const head = ellipse(cx, cy - 0.16 * radius, 1.3 * radius, 1.36 * radius, 6);
	const neck = ellipse(cx, cy + 1.12 * radius, 0.34 * radius, 0.26 * radius);
	const box = { ...head.box, height: head.box.height + radius / 4 };
	return { box, depth: (x, y) => Math.max(head.depth(x, y), neck.depth(x, y)) };
}
