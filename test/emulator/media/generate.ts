import { hashText } from '../random';
import { drawPerson, personBy } from './people';
import { Picture } from './picture';

const longSide = 384;

/**
 * One generated picture: a person drawn by its name, with its number and the first words of the prompt. The same name always
 * gives the same picture. An enlarged picture has four times the width and height.
 */
export function generatedPicture(
	name: string,
	label: string,
	prompt: string,
	scale: string,
	enlarged: boolean,
): Picture {
	const [across = 1, down = 1] = scale.split(':').map(Number);
	const unit = ((enlarged ? 4 : 1) * longSide) / Math.max(across, down);
	const [width, height] = [Math.round(across * unit), Math.round(down * unit)];
	const hash = hashText(name);
	const picture = Picture.blank(width, height, personBy(hash >>> 8).wall);
	const short = Math.min(width, height);
	drawPerson(picture, personBy(hash), { cx: width / 2, cy: height / 2, radius: short * 0.25 });
	const size = Math.max(2, Math.floor(short / 90));
	picture.fill({ x: 0, y: height - size * 9, width, height: size * 9 }, [15, 23, 42]);
	const room = Math.max(0, Math.floor(width / (size * 4)) - label.length - 2);
	const words = `${label} ${prompt.slice(0, room)}`;
	picture.write(words, size * 2, height - size * 7, size, [255, 255, 255]);
	return picture;
}

/** Four pictures on one sheet, two by two, half as large. */
export function sheetOf(pictures: Picture[]): Picture {
	const { width, height } = pictures[0] ?? { width: 1, height: 1 };
	const sheet = Picture.blank(width, height, [255, 255, 255]);
	const half = { width: width / 2 - 1, height: height / 2 - 1 };
	for (const [index, picture] of pictures.entries()) {
		const corner = { x: (index % 2) * (width / 2) + 1, y: Math.floor(index / 2) * (height / 2) + 1 };
		sheet.paste(picture, { x: 0, y: 0, width, height }, { ...corner, ...half });
	}
	return sheet;
}
