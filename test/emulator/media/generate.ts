import { Random, hashText } from '../random';
import { ellipse } from './geometry';
import { drawPerson, personBy } from './people';
import { Picture, type Color } from './picture';

const longSide = 384;

/** Size of a generated picture for a scale such as 16:9; the long side is the same for all. */
function sizeOf(scale: string, enlarged: boolean): { width: number; height: number } {
	const [across = 1, down = 1] = scale.split(':').map(Number);
	const unit = ((enlarged ? 4 : 1) * longSide) / Math.max(across, down);
	return { width: Math.round(across * unit), height: Math.round(down * unit) };
}

const shade = (random: Random, low: number): Color => [
	random.int(low, 250),
	random.int(low, 250),
	random.int(low, 250),
];

/**
 * One generated picture: a landscape with someone in it, in colors drawn from its name, with its number and the first words
 * of the prompt. The same name always gives the same picture; an enlarged one has four times the width and height.
 */
export function generatedPicture(
	name: string,
	label: string,
	prompt: string,
	scale: string,
	enlarged: boolean,
): Picture {
	const { width, height } = sizeOf(scale, enlarged);
	const random = new Random(hashText(name));
	const picture = Picture.blank(width, height, shade(random, 150));
	const unit = Math.min(width, height);
	picture.draw(ellipse(random.next() * width, height * 0.2, unit * 0.1, unit * 0.1), [255, 236, 150]);
	for (let hill = 0; hill < 3; hill += 1) {
		const [cx, cy] = [random.next() * width, height * (0.9 + hill * 0.08)];
		picture.draw(ellipse(cx, cy, width * 0.5, height * 0.3), shade(random, 40));
	}
	const place = { cx: width * (0.3 + random.next() * 0.4), cy: height * 0.55, radius: unit * 0.15 };
	drawPerson(picture, personBy(random.int(0, 99)), place);
	const size = Math.max(2, Math.floor(unit / 90));
	picture.fill({ x: 0, y: height - size * 9, width, height: size * 9 }, [15, 23, 42]);
	const room = Math.floor(width / (size * 4)) - label.length - 2;
	picture.write(
		`${label} ${prompt.slice(0, Math.max(room, 0))}`,
		size * 2,
		height - size * 7,
		size,
		[255, 255, 255],
	);
	return picture;
}

/** Four pictures on one sheet, two by two, half as large. */
export function sheetOf(pictures: Picture[]): Picture {
	const [first] = pictures;
	const { width, height } = first ?? { width: 1, height: 1 };
	const sheet = Picture.blank(width, height, [255, 255, 255]);
	const half = { width: width / 2 - 1, height: height / 2 - 1 };
	for (const [index, picture] of pictures.entries()) {
		const corner = { x: (index % 2) * (width / 2) + 1, y: Math.floor(index / 2) * (height / 2) + 1 };
		sheet.paste(picture, { x: 0, y: 0, width, height }, { ...corner, ...half });
	}
	return sheet;
}
