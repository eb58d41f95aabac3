import { join } from 'node:path';
import { composeSwap } from '../../emulator/media/compose';
import { findFaces, optsOf } from '../../emulator/media/findFaces';
import { Picture, type Color } from '../../emulator/media/picture';
import { groupPicture, portraitPicture } from '../../emulator/media/samples';
import { root } from '../../support/build';

/** The image at the head of the README: a group, a new face, and the result, from the emulator's own drawings. */

export const beforeAfterPath = join(root, 'docs/images/before-after.png');

const GAP = 80;
const gray: Color = [100, 116, 139];
const facesOf = (image: Picture) =>
	findFaces(image.encode())
		.sort((one, other) => one.region[0] - other.region[0])
		.map((face) => ({ opts: optsOf(face) }));

/** The image as PNG. */
export function beforeAfter(): Buffer {
	const before = groupPicture(3);
	const face = portraitPicture('ada');
	const targets = facesOf(before);
	const [source = { opts: '' }] = facesOf(face);
	const sources = targets.map(() => ({ ...source, bytes: face.encode() }));
	const after = Picture.decode(composeSwap(before.encode(), targets, sources));
	const page = Picture.blank(2 * before.width + face.width + 2 * GAP, before.height, [255, 255, 255]);
	const bar = (x: number, width: number, height: number) =>
		page.fill({ x: x - width / 2, y: (page.height - height) / 2, width, height }, gray);
	const place = (image: Picture, x: number) =>
		page.put(image, x, Math.max(0, (page.height - image.height) / 2));
	const plus = before.width + GAP / 2;
	const arrow = plus + face.width + GAP;
	place(before, 0);
	place(face, plus + GAP / 2);
	place(after, arrow + GAP / 2);
	bar(plus, 36, 8);
	bar(plus, 8, 36);
	bar(arrow - 6, 32, 8);
	for (let step = 0; step < 20; step += 1) bar(arrow + 20 - step, 1, 2 * step);
	return page.encode();
}
