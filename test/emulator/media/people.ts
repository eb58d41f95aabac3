import { hashText } from '../random';
import { fixture } from './fixtures';
import type { FacePlace } from './geometry';
import { colorOf, Picture } from './picture';

/** The people of people.png from left to right, with the color of the wall behind each portrait. */
const walls = {
	...{ ada: 0xd6eae6, ben: 0xf6e8ce, cleo: 0xf7dcd8, dan: 0xd8e2f2, eve: 0xe4dcf2, finn: 0xdaecdc },
	...{ gus: 0xe0e4ea, hana: 0xf8e2d0, ivo: 0xdce0ec, jun: 0xd4eaf2, kim: 0xf6dce8, lea: 0xe4eed6 },
};
export const people = Object.entries(walls).map(([name, wall], number) => ({
	name,
	number,
	wall: colorOf(wall),
}));
type Person = (typeof people)[number];

/** A person by name. An unknown name always gives the same person of the list. */
export const personNamed = (name: string) =>
	people.find((each) => each.name === name.toLowerCase()) ?? personBy(hashText(name));

export function personBy(number: number): Person {
	const person = people[number % people.length];
	if (!person) throw new Error(`There is nobody with the number ${number}`);
	return person;
}

/** The size of each person in people.png, and the place of the face. */
const figure = { width: 276, height: 368, cx: 138, cy: 147, radius: 92 };
let drawn: Picture | undefined;

/** Draws a person from the head down to the lower edge of the image. */
export function drawPerson(picture: Picture, { number }: Person, place: FacePlace): void {
	drawn ??= Picture.decode(fixture('people.png'));
	const scale = place.radius / figure.radius;
	const [x, y] = [place.cx - figure.cx * scale, place.cy - figure.cy * scale];
	const [width, height] = [figure.width * scale, figure.height * scale];
	const from = { x: number * figure.width, y: 0, width: figure.width, height: figure.height };
	picture.paste(drawn, from, { x, y, width, height });
	const feet = { ...from, y: figure.height - 1, height: 1 };
	picture.paste(drawn, feet, { x, y: y + height, width, height: picture.height });
	picture.faces = [...(picture.faces ?? []), place];
}
