import { join } from 'node:path';
import { composeSwap } from '../../emulator/media/compose';
import { findFaces } from '../../emulator/media/findFaces';
import { Picture, type Color } from '../../emulator/media/picture';
import { groupPicture, portraitPicture } from '../../emulator/media/samples';
import { rectangle } from '../../emulator/media/shapes';
import { root } from '../../support/build';

/** The image at the head of the README: a group, a new face, and the result, from the emulator's own drawings. */

export const beforeAfterPath = join(root, 'docs/images/before-after.png');

const GAP = 80;
const gray: Color = [100, 116, 139];
const optsOf = (image: Picture) =>
	findFaces(image.encode())
		.map(({ points }) => points)
		.sort(([[one] = [0]], [[other] = [0]]) => one - other)
		.map((points) => ({ opts: points.map((point) => point.join(',')).join(':') }));

/** The image as PNG. */
export function beforeAfter(): Buffer {
	const before = groupPicture(3);
	const face = portraitPicture('ada');
	const targets = optsOf(before);
	const [source = { opts: '' }] = optsOf(face);
	const sources = targets.map(() => ({ ...source, bytes: face.encode() }));
	const after = Picture.decode(composeSwap(before.encode(), targets, sources));
	const page = Picture.blank(2 * before.width + face.width + 2 * GAP, before.height, [255, 255, 255]);
	const bar = (x: number, width: number, height: number) =>
		page.draw(rectangle({ x: x - width / 2, y: (page.height - height) / 2, width, height }), gray);
	const place = (image: Picture, x: number) => {
		const size = { width: image.width, height: Math.min(image.height, page.height) };
		page.paste(image, { x: 0, y: 0, ...size }, { x, y: (page.height - size.height) / 2, ...size });
	};
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
