import type { Person } from './people';
import { hairBehind, hairInFront } from './hair';
import { mix, type Box, type Color, type Picture } from './picture';
import { below, ellipse, rectangle, roundedBox, within, without, type Shape } from './shapes';

/** The colors that the points of a face are found by. Nothing else in an image has them. */
export const marks = {
	leftEye: [16, 16, 33],
	rightEye: [16, 16, 34],
	mouthCorner: [126, 30, 41],
} satisfies Record<string, Color>;
export const noseOf = ({ skin }: Person): Color => mix(skin, [120, 34, 25], 0.38);

const white: Color = [255, 255, 255];
const lips: Color = [126, 30, 40];
const glassFrame: Color = [44, 46, 58];

/** A face's place: the middle of its circle and the radius, in pixels. */
export interface FacePlace {
	cx: number;
	cy: number;
	radius: number;
}

/** The points of a face whose circle is known; left is left in the image. */
export function pointsOf({ cx, cy, radius }: FacePlace): Array<[number, number]> {
	return [
		[cx - 0.35 * radius, cy - 0.05 * radius],
		[cx + 0.35 * radius, cy - 0.05 * radius],
		[cx, cy + 0.22 * radius],
		[cx - 0.26 * radius, cy + 0.45 * radius],
	];
}

/** The other way round: the circle of a face from its four points. */
export function placeOf(points: Array<[number, number]>): FacePlace {
	const [left = [0, 0], right = [0, 0]] = points;
	const radius = Math.max(Math.hypot(right[0] - left[0], right[1] - left[1]) / 0.7, 4);
	return { cx: (left[0] + right[0]) / 2, cy: (left[1] + right[1]) / 2 + 0.05 * radius, radius };
}

export const boxOf = ({ cx, cy, radius }: FacePlace): Box => ({
	x: cx - radius,
	y: cy - radius,
	width: 2 * radius,
	height: 2 * radius,
});

/** The head with its hair and its neck, down to the collar. */
export function headOf({ cx, cy, radius }: FacePlace): Shape {
	const head = roundedBox(cx, cy - 0.16 * radius, 1.3 * radius, 1.36 * radius);
	const neck = ellipse(cx, cy + 1.12 * radius, 0.34 * radius, 0.26 * radius);
	const box = { ...head.box, height: head.box.height + radius / 4 };
	return { box, depth: (x, y) => Math.max(head.depth(x, y), neck.depth(x, y)) };
}

/** An ellipse by its place and size in radii of the face. */
export type Round = (x: number, y: number, rx: number, ry?: number) => Shape;

const roundIn =
	({ cx, cy, radius }: FacePlace): Round =>
	(x, y, rx, ry = rx) =>
		ellipse(cx + x * radius, cy + y * radius, rx * radius, ry * radius);

export function cheeksOf(place: FacePlace): Shape[] {
	const round = roundIn(place);
	return [-0.45, 0.45].map((x) => round(x, 0.27, 0.18, 0.13));
}

/** Lines on the forehead, beside the nose and under the eyes. */
export function linesOf(place: FacePlace): Shape[] {
	const round = roundIn(place);
	return [
		...[-0.42, -0.52].map((y) => without(round(0, y, 0.34, 0.08), round(0, y + 0.03, 0.38, 0.08))),
		...[-0.3, 0.3].map((x) => without(round(x, 0.36, 0.12, 0.2), round(x * 0.86, 0.38, 0.12, 0.22))),
		...[-0.37, 0.37].map((x) => without(round(x, 0.06, 0.18, 0.1), round(x, 0.03, 0.2, 0.1))),
	];
}

/** Draws someone from the head down to the lower edge of the image. */
export function drawPerson(picture: Picture, person: Person, place: FacePlace): void {
	const { skin, hair, style } = person;
	const round = roundIn(place);
	const fill = (shape: Shape, color: Color) => picture.draw(shape, color);
	const shade = mix(skin, [104, 40, 52], 0.24);
	const dark = mix(hair, [20, 12, 24], 0.35);

	for (const shape of hairBehind(style, round)) fill(shape, dark);
	drawBody(picture, person, place, round, shade);
	const head = round(0, 0, 0.8, 1);
	for (const x of [-0.79, 0.79]) fill(round(x, 0.08, 0.13, 0.2), shade);
	fill(head, skin);
	fill(without(head, round(-0.13, -0.06, 0.86, 1.06)), shade);
	for (const cheek of cheeksOf(place)) fill(cheek, mix(skin, [232, 82, 74], 0.16));
	if (person.hasBeard) fill(without(head, round(0, -0.2, 0.8, 0.78)), hair);
	drawFeatures(person, place, fill, round);
	for (const shape of hairInFront(style, round)) fill(shape, hair);
	if (style !== 'none') fill(round(-0.3, -0.92, 0.3, 0.06), mix(hair, white, 0.18));
	if (!person.hasGlasses) return;
	fill(round(0, -0.06, 0.09, 0.04), glassFrame);
	for (const x of [-0.35, 0.35]) {
		fill(without(round(x, -0.03, 0.27, 0.25), round(x, -0.03, 0.22, 0.2)), glassFrame);
	}
}

function drawBody(
	picture: Picture,
	{ skin, shirt }: Person,
	{ cx, cy, radius }: FacePlace,
	round: Round,
	shade: Color,
) {
	const neck = rectangle({ x: cx - 0.34 * radius, y: cy, width: 0.68 * radius, height: 1.4 * radius });
	picture.draw(neck, skin);
	picture.draw(within(neck, round(0, 0.22, 0.84, 1.04)), shade);
	const shoulders = round(0, 2.3, 1.5, 1.14);
	const fold = mix(shirt, [10, 0, 40], 0.22);
	picture.draw(shoulders, shirt);
	const chest = { x: cx - 1.5 * radius, y: cy + 2.3 * radius, width: 3 * radius, height: 2 * picture.height };
	picture.draw(rectangle({ ...chest, y: chest.y - 1 }), shirt);
	picture.draw(within(round(0, 1.16, 0.5, 0.32), shoulders), fold);
	picture.draw(round(0, 1.12, 0.34, 0.26), shade);
}

function drawFeatures(
	person: Person,
	place: FacePlace,
	fill: (shape: Shape, color: Color) => void,
	round: Round,
) {
	const { hair, skin } = person;
	const least = (size: number) => Math.max(size, 1.6 / place.radius);
	const brow = mix(hair, [40, 24, 24], 0.5);
	for (const [x, mark] of [[-0.35, marks.leftEye] as const, [0.35, marks.rightEye] as const]) {
		fill(without(round(x, -0.26, 0.2, 0.1), round(x, -0.2, 0.22, 0.1)), brow);
		fill(round(x, -0.05, 0.155, 0.115), white);
		fill(round(x, -0.05, least(0.1)), mix(hair, [70, 60, 50], 0.6));
		fill(round(x, -0.05, least(0.065)), mark);
		fill(round(x + 0.05, -0.1, 0.025), white);
	}
	fill(without(round(0, 0.2, 0.13, 0.12), round(0, 0.14, 0.16, 0.12)), mix(skin, [104, 40, 52], 0.4));
	fill(round(0, 0.22, least(0.05)), noseOf(person));
	const mouth = below(round(0, 0.44, 0.27, 0.22), place.cy + 0.45 * place.radius);
	fill(mouth, lips);
	fill(within(mouth, round(0, 0.4, 0.22, 0.13)), [255, 252, 248]);
	fill(round(-0.26, 0.45, least(0.04)), marks.mouthCorner);
	fill(round(0.26, 0.45, least(0.04)), lips);
}
