import { Random, hashText } from '../random';
import { drawPerson, people, personNamed } from './faces';
import { Picture, type Colour } from './picture';

const wall: Colour = [226, 232, 240];
const ink: Colour = [40, 50, 70];

/**
 * A group of 0 to 12 people, numbered by who they are from left to right (in rows); exactly one face is the largest.
 * Another seed gives other people.
 */
export function groupPicture(count: number, seed = 0): Picture {
	const [width, height] = [640, 400];
	const picture = Picture.blank(width, height, wall);
	picture.fill({ x: 0, y: height - 60, width, height: 60 }, [203, 213, 225]);
	const columns = Math.max(1, Math.ceil(Math.sqrt(count * 1.6)));
	const rows = Math.max(1, Math.ceil(count / columns));
	const cell = { width: width / columns, height: (height - 20) / rows };
	const reach = Math.min(cell.width / 2.4, cell.height / 4);
	const random = new Random(hashText(`group ${count} ${seed}`));
	const largest = count > 2 ? 1 : 0;
	for (let index = 0; index < count; index += 1) {
		const someone = people[(index + seed) % people.length];
		const radius = reach * (index === largest ? 1 : 0.7 + random.next() * 0.15);
		const cx = ((index % columns) + 0.5) * cell.width + (random.next() - 0.5) * 0.1 * cell.width;
		const cy = (Math.floor(index / columns) + 0.45) * cell.height;
		if (someone) drawPerson(picture, someone, { cx, cy, radius });
	}
	if (count === 0) picture.write('NOBODY HERE', 40, 40, 8, ink);
	return picture;
}

/** One person, with the name below. */
export function portraitPicture(name: string): Picture {
	const picture = Picture.blank(320, 320, [241, 245, 249]);
	drawPerson(picture, personNamed(name), { cx: 160, cy: 140, radius: 80 });
	picture.fill({ x: 0, y: 284, width: 320, height: 36 }, ink);
	const label = name.slice(0, 18);
	picture.write(label, 160 - label.length * 8, 292, 4, [255, 255, 255]);
	return picture;
}

/** A small version of a picture file by its name, or nothing when the name stands for no picture. */
export function samplePicture(name: string, seed: number): Picture | undefined {
	const group = /^people-(\d{1,2})\.png$/.exec(name);
	if (group && Number(group[1]) <= 12) return groupPicture(Number(group[1]), seed);
	const portrait = /^portrait-([\w-]+)\.png$/.exec(name);
	if (portrait) return portraitPicture(portrait[1] ?? '');
	return name === 'blank.png' ? Picture.blank(320, 200, wall) : undefined;
}
