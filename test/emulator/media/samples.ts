import { Random, hashText } from '../random';
import type { FacePlace } from './geometry';
import { drawPerson, personBy, personNamed } from './people';
import { Picture, type Color } from './picture';

const wall: Color = [226, 232, 240];

/** Groups begin with other people than portraits, so that the first portraits are new faces in a group. */
const firstOfGroup = 4;

/** A group of 0 to 12 people, from left to right (in rows); exactly one face is the largest. */
export function groupPicture(count: number): Picture {
	const [width, height] = [640, 400];
	const picture = Picture.blank(width, height, wall);
	const columns = Math.max(1, Math.min(count, Math.ceil(Math.sqrt(count * 1.6))));
	const rows = Math.max(1, Math.ceil(count / columns));
	const cell = { width: width / columns, height: (height - 20) / rows };
	const reach = Math.min(cell.width / 2.4, cell.height / 3, 92);
	const random = new Random(hashText(`group ${count} 0`));
	const largest = count > 2 ? 1 : 0;
	for (let index = 0; index < count; index += 1) {
		const radius = reach * (index === largest ? 1 : 0.78 + random.next() * 0.12);
		const cx = ((index % columns) + 0.5) * cell.width + (random.next() - 0.5) * 0.1 * cell.width;
		const cy = (Math.floor(index / columns) + 0.48) * cell.height;
		drawPerson(picture, personBy(index + firstOfGroup), { cx, cy, radius });
	}
	return picture;
}

export const portraitPlace: FacePlace = { cx: 160, cy: 150, radius: 88 };

export function portraitPicture(name: string): Picture {
	const someone = personNamed(name);
	const picture = Picture.blank(320, 320, someone.wall);
	drawPerson(picture, someone, portraitPlace);
	return picture;
}

/** A small version of a picture file by its name, or nothing if the name is not a picture's. */
export function samplePicture(name: string): Picture | undefined {
	const group = /^people-(\d{1,2})\.png$/.exec(name);
	if (group && Number(group[1]) <= 12) return groupPicture(Number(group[1]));
	const portrait = /^portrait-([\w-]+)\.png$/.exec(name);
	if (portrait) return portraitPicture(portrait[1] ?? '');
	return name === 'blank.png' ? Picture.blank(320, 200, wall) : undefined;
}
