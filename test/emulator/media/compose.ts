import { boxOf, placeOf, type FacePlace } from './faces';
import { dimensionsOf } from './dimensions';
import { Picture, type Box, type Colour } from './picture';

/** Frames around faces by their order, so that pairs can be told apart. */
const frames: Colour[] = [
	[220, 38, 38],
	[37, 99, 235],
	[5, 150, 105],
	[217, 119, 6],
	[124, 58, 237],
	[219, 39, 119],
	[8, 145, 178],
	[101, 163, 13],
];

/** A face item with its picture, when that could be had. */
export interface FaceInput {
	opts: string;
	bytes?: Buffer;
}

const white: Colour = [255, 255, 255];

/** The circle of a face that four `x,y` pairs stand for. */
function placeOfOpts(opts: string): FacePlace {
	const points = opts.split(':').map((pair): [number, number] => {
		const [x = 0, y = 0] = pair.split(',').map(Number);
		return [x, y];
	});
	return placeOf(points);
}

/** The picture to work on; what can't be decoded becomes a grey one of the same size that says so. */
function canvasOf(bytes: Buffer | undefined): { picture: Picture; isReal: boolean } {
	try {
		if (bytes) return { picture: Picture.decode(bytes), isReal: true };
	} catch {
		// not a PNG: stand in for it below
	}
	const { width, height } = (bytes && dimensionsOf(bytes)) ?? { width: 640, height: 400 };
	const picture = Picture.blank(Math.min(width, 4096), Math.min(height, 4096), [148, 163, 184]);
	picture.write(bytes ? 'PICTURE' : 'PICTURE NOT FOUND', 20, 20, 6, white);
	return { picture, isReal: false };
}

/** The line of text below a result. */
function withCaption(picture: Picture, caption: string): Picture {
	const size = Math.max(2, Math.min(4, Math.floor(picture.width / (caption.length * 4 + 4))));
	const bar = size * 9;
	const framed = Picture.blank(picture.width, picture.height + bar, [15, 23, 42]);
	const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
	framed.paste(picture, whole, whole);
	framed.write(caption, size * 3, picture.height + size * 2, size, white);
	return framed;
}

function mark(picture: Picture, place: FacePlace, index: number): void {
	const colour = frames[index % frames.length] ?? white;
	const box = boxOf(place);
	const size = Math.max(2, Math.round(place.radius / 18));
	picture.frame({ x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8 }, colour, size);
	const label = { x: box.x - 4 - size, y: box.y - 4 - 7 * size, width: 5 * size, height: 7 * size };
	picture.fill(label, colour);
	picture.write(String(index + 1), label.x + size, label.y + size, size, white);
}

/** A face of the original and the one that replaces it. */
interface Pair {
	from: Picture;
	fromBox: Box;
	to: Picture;
	toBox: Box;
}

/** A face before and after, with its number, for each pair: below the picture. */
function withPairs(picture: Picture, pairs: Pair[]): Picture {
	const size = Math.max(12, Math.min(40, Math.floor(picture.width / Math.max(pairs.length, 4) / 4)));
	const strip = Picture.blank(picture.width, picture.height + size + 12, [241, 245, 249]);
	const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
	strip.paste(picture, whole, whole);
	for (const [index, { from, to, fromBox, toBox }] of pairs.entries()) {
		const left = Math.floor((index * picture.width) / Math.max(pairs.length, 4)) + 6;
		const y = picture.height + 6;
		const colour = frames[index % frames.length] ?? white;
		const dot = Math.max(1, Math.floor(size / 12));
		strip.write(String(index + 1), left, y + size / 3, dot * 2, colour);
		strip.paste(from, fromBox, { x: left + size * 0.75, y, width: size, height: size }, false);
		strip.write('>', left + size * 1.9, y + size / 3, dot * 2, colour);
		strip.paste(to, toBox, { x: left + size * 2.5, y, width: size, height: size }, false);
	}
	return strip;
}

/**
 * A face swap that can be seen: in the original, each target's face is replaced by the pixels of the source's face of the
 * same order, framed in the pair's colour and numbered.
 */
export function composeSwap(
	original: Buffer | undefined,
	targets: FaceInput[],
	sources: FaceInput[],
): Buffer {
	const { picture } = canvasOf(original);
	const before = canvasOf(original).picture;
	const pairs: Pair[] = [];
	for (const [index, target] of targets.entries()) {
		const place = placeOfOpts(target.opts);
		const source = sources[index];
		const { picture: face, isReal } = canvasOf(source?.bytes);
		const from = placeOfOpts(source?.opts ?? target.opts);
		const pixel = (x: number, y: number): Colour => {
			const across = (x - place.cx) / place.radius;
			const down = (y - place.cy) / place.radius;
			return face.get(
				Math.min(Math.max(from.cx + across * from.radius, 0), face.width - 1),
				Math.min(Math.max(from.cy + down * from.radius, 0), face.height - 1),
			);
		};
		const fallback = frames[index % frames.length] ?? white;
		picture.ellipse(place.cx, place.cy, place.radius, place.radius, isReal ? pixel : fallback);
		mark(picture, place, index);
		pairs.push({ from: before, fromBox: boxOf(place), to: face, toBox: boxOf(from) });
	}
	const count = `${targets.length} FACE${targets.length === 1 ? '' : 'S'}`;
	return withCaption(withPairs(picture, pairs), `FACE SWAP: ${count} REPLACED`).encode();
}

/** An age change that can be seen: faces get wrinkles and grey, or rosy cheeks, and the years stand below. */
export function composeReage(original: Buffer | undefined, targets: FaceInput[], years: number): Buffer {
	const { picture } = canvasOf(original);
	const share = Math.min(Math.abs(years) / 45, 0.7);
	const tint: Colour = years >= 0 ? [150, 150, 155] : [255, 170, 190];
	for (const [index, target] of targets.entries()) {
		const place = placeOfOpts(target.opts);
		const mixed = (x: number, y: number): Colour => {
			const [red, green, blue] = picture.get(Math.max(x, 0), Math.max(y, 0));
			const blend = (from: number, to: number) => Math.round(from + (to - from) * share);
			return [blend(red, tint[0]), blend(green, tint[1]), blend(blue, tint[2])];
		};
		picture.ellipse(place.cx, place.cy, place.radius, place.radius, mixed);
		for (let line = 0; line < Math.max(0, Math.round(years / 6)); line += 1) {
			const y = place.cy - place.radius * (0.4 + 0.1 * line);
			const width = place.radius * (1 - 0.12 * line);
			picture.fill(
				{ x: place.cx - width / 2, y, width, height: Math.max(1, place.radius / 40) },
				[90, 70, 70],
			);
		}
		mark(picture, place, index);
	}
	const direction = years < 0 ? 'YOUNGER' : 'OLDER';
	return withCaption(picture, `REAGE: ${Math.abs(years)} YEARS ${direction}`).encode();
}
