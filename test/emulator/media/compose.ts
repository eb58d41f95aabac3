import { dimensionsOf } from './dimensions';
import { cheeksOf, drawPerson, headOf, linesOf, noseOf, placeOf, pointsOf, type FacePlace } from './faces';
import { people } from './people';
import { mix, Picture, type Color } from './picture';
import { portraitPicture, portraitPlace } from './samples';
import { ellipse } from './shapes';

/** A face item with its image, when the emulator could fetch it. */
export interface FaceInput {
	opts: string;
	bytes?: Buffer;
}

const white: Color = [255, 255, 255];
const ink: Color = [51, 65, 85];

/** The circle of a face that four `x,y` pairs stand for. */
function placeOfOpts(opts: string): FacePlace {
	const points = opts.split(':').map((pair): [number, number] => {
		const [x = 0, y = 0] = pair.split(',').map(Number);
		return [x, y];
	});
	return placeOf(points);
}

function decoded(bytes: Buffer | undefined): Picture | undefined {
	try {
		return bytes && Picture.decode(bytes);
	} catch {
		return undefined;
	}
}

/** The image to work on; a gray one of the same size that says so stands in for bytes that are no PNG. */
function canvasOf(bytes: Buffer | undefined): Picture {
	const image = decoded(bytes);
	if (image) return image;
	const { width, height } = (bytes && dimensionsOf(bytes)) ?? { width: 640, height: 400 };
	const picture = Picture.blank(Math.min(width, 4096), Math.min(height, 4096), [148, 163, 184]);
	picture.write(bytes ? 'IMAGE' : 'IMAGE NOT FOUND', 20, 20, 6, white);
	return picture;
}

/** The line of text below a result. */
function withCaption(picture: Picture, caption: string): Picture {
	const size = Math.max(1, Math.min(2, Math.floor(picture.width / (caption.length * 4 + 4))));
	const bar = size * 9;
	const framed = Picture.blank(picture.width, picture.height + bar, [15, 23, 42]);
	const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
	framed.paste(picture, whole, whole);
	framed.write(caption, size * 3, picture.height + size * 2, size, white);
	return framed;
}

/** A small number beside a head. */
function number(picture: Picture, { cx, cy, radius }: FacePlace, index: number): void {
	const size = radius > 60 ? 2 : 1;
	const [x, y] = [Math.round(cx + 0.9 * radius), Math.round(cy - 1.1 * radius)];
	picture.draw(ellipse(x, y, 5 * size, 5 * size), ink);
	picture.write(String(index + 1), x - size, y - 2 * size, size, white);
}

/** The point of one face that is where the other face has it. */
const counterpart = (x: number, y: number, from: FacePlace, to: FacePlace) => ({
	x: to.cx + ((x - from.cx) / from.radius) * to.radius,
	y: to.cy + ((y - from.cy) / from.radius) * to.radius,
});

/** The color between pixels. */
function between(image: Picture, x: number, y: number): Color {
	const [left, top] = [Math.floor(x), Math.floor(y)];
	const upper = mix(image.nearest(left, top), image.nearest(left + 1, top), x - left);
	const lower = mix(image.nearest(left, top + 1), image.nearest(left + 1, top + 1), x - left);
	return mix(upper, lower, y - top);
}

/** A face swap that you can see: each target's head is replaced by the head of the source of the same order, and numbered. */
export function composeSwap(
	original: Buffer | undefined,
	targets: FaceInput[],
	sources: FaceInput[],
): Buffer {
	const picture = canvasOf(original);
	const wall = picture.get(0, 0);
	const images = new Map<Buffer | undefined, Picture>();
	for (const [index, target] of targets.entries()) {
		const place = placeOfOpts(target.opts);
		const { opts = '', bytes } = sources[index] ?? {};
		const known = images.get(bytes) ?? decoded(bytes)?.recolored(wall);
		const image = known ?? portraitPicture(`face ${index}`).recolored(wall);
		if (known) images.set(bytes, known);
		const from = known ? placeOfOpts(opts) : portraitPlace;
		picture.draw(headOf(place), (x, y) => {
			const at = counterpart(x, y, place, from);
			return between(image, at.x, at.y);
		});
		number(picture, place, index);
	}
	const count = `${targets.length} FACE${targets.length === 1 ? '' : 'S'}`;
	return withCaption(picture, `FACE SWAP: ${count} REPLACED`).encode();
}

/** An age change that you can see: hair turns gray and faces get lines, or cheeks get rosy; the years stand below. */
export function composeReage(original: Buffer | undefined, targets: FaceInput[], years: number): Buffer {
	const picture = canvasOf(original);
	const copy = canvasOf(original);
	const share = Math.min(Math.abs(years) / 35, 0.85);
	for (const [index, target] of targets.entries()) {
		const place = placeOfOpts(target.opts);
		const [, , [x = 0, y = 0] = []] = pointsOf(place);
		const nose = picture.get(Math.round(x), Math.round(y)).join();
		const someone = people.find((person) => noseOf(person).join() === nose);
		const hair = (color: Color) => mix(color, years > 0 ? [226, 228, 234] : [120, 62, 20], share);
		if (someone) drawPerson(copy, { ...someone, hair: hair(someone.hair) }, place);
		picture.draw(headOf(place), (column, row) => copy.get(column, row));
		for (const shape of years > 0 ? linesOf(place) : cheeksOf(place)) {
			const tint: Color = years > 0 ? [90, 50, 50] : [255, 96, 120];
			picture.draw(shape, (column, row) => mix(picture.get(column, row), tint, share / 2));
		}
		number(picture, place, index);
	}
	const direction = years < 0 ? 'YOUNGER' : 'OLDER';
	return withCaption(picture, `REAGE: ${Math.abs(years)} YEARS ${direction}`).encode();
}
