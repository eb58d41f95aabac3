import { hashText } from '../random';
import type { Box, Colour, Picture } from './picture';

/** Someone in the sample pictures: a cartoon in colours of their own, so that a swap can be seen at once. */
export interface Person {
	name: string;
	skin: Colour;
	hair: Colour;
}

const person = (name: string, skin: Colour, hair: Colour): Person => ({ name, skin, hair });

/** No two have the same skin, and nothing else in a picture has the colour of anyone's skin. */
export const people: Person[] = [
	person('ada', [246, 178, 107], [92, 44, 6]),
	person('ben', [109, 158, 235], [24, 40, 92]),
	person('cleo', [147, 196, 125], [30, 70, 30]),
	person('dan', [180, 140, 220], [70, 20, 100]),
	person('eve', [255, 217, 102], [150, 90, 0]),
	person('finn', [224, 102, 102], [90, 10, 10]),
	person('gus', [118, 205, 200], [10, 80, 80]),
	person('hana', [244, 160, 200], [130, 20, 80]),
	person('ivo', [181, 136, 99], [50, 30, 20]),
	person('jun', [200, 225, 90], [80, 100, 10]),
	person('kim', [160, 175, 190], [50, 60, 70]),
	person('lea', [255, 190, 170], [160, 60, 40]),
];

/** The colours that the points of a face are found by. */
export const marks = {
	leftEye: [16, 16, 33],
	rightEye: [16, 16, 34],
	nose: [96, 48, 33],
	mouthCorner: [128, 16, 33],
} satisfies Record<string, Colour>;

/** A face's place: the middle of its circle and the radius, in pixels. */
export interface FacePlace {
	cx: number;
	cy: number;
	radius: number;
}

/** The points of a face whose circle is known; left is left in the picture. */
export function pointsOf({ cx, cy, radius }: FacePlace): Array<[number, number]> {
	return [
		[cx - 0.35 * radius, cy - 0.2 * radius],
		[cx + 0.35 * radius, cy - 0.2 * radius],
		[cx, cy + 0.12 * radius],
		[cx - 0.32 * radius, cy + 0.48 * radius],
	];
}

/** The other way round: the circle of a face from its four points. */
export function placeOf(points: Array<[number, number]>): FacePlace {
	const [left = [0, 0], right = [0, 0]] = points;
	const radius = Math.max(Math.hypot(right[0] - left[0], right[1] - left[1]) / 0.7, 4);
	return { cx: (left[0] + right[0]) / 2, cy: (left[1] + right[1]) / 2 + 0.2 * radius, radius };
}

export const boxOf = ({ cx, cy, radius }: FacePlace): Box => ({
	x: cx - radius,
	y: cy - radius,
	width: 2 * radius,
	height: 2 * radius,
});

/** Draws someone: shoulders, hair, a round face with the marks in it. */
export function drawPerson(picture: Picture, { skin, hair }: Person, place: FacePlace): void {
	const { cx, cy, radius } = place;
	const shirt: Colour = [255 - hair[0], 255 - hair[1], 230 - hair[2]];
	picture.ellipse(cx, cy + 1.75 * radius, 1.15 * radius, 0.7 * radius, shirt);
	picture.ellipse(cx, cy - 0.25 * radius, 1.12 * radius, 1.05 * radius, hair);
	picture.ellipse(cx, cy, radius, radius, skin);
	const [leftEye, rightEye, nose, corner] = pointsOf(place);
	for (const [eye, mark] of [[leftEye, marks.leftEye] as const, [rightEye, marks.rightEye] as const]) {
		if (!eye) continue;
		picture.ellipse(eye[0], eye[1], 0.19 * radius, 0.15 * radius, [255, 255, 255]);
		picture.ellipse(eye[0], eye[1], 0.09 * radius, 0.09 * radius, mark);
	}
	if (nose) picture.ellipse(nose[0], nose[1], 0.08 * radius, 0.14 * radius, marks.nose);
	if (!corner) return;
	const mouth = { x: corner[0], y: corner[1] - 0.04 * radius, width: 0.64 * radius, height: 0.1 * radius };
	picture.fill(mouth, [150, 24, 40]);
	picture.ellipse(corner[0], corner[1], 0.07 * radius, 0.07 * radius, marks.mouthCorner);
}

/** Someone by name; a name that nobody has stands for one of them, always the same. */
export function personNamed(name: string): Person {
	const known = people.find((each) => each.name === name.toLowerCase());
	return known ?? people[hashText(name) % people.length] ?? person(name, [200, 200, 200], [0, 0, 0]);
}
