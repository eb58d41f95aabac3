import { dimensionsOf } from './dimensions';
import { ellipse, headOf, placeOf, type FacePlace } from './geometry';
import { mix, Picture, type Color } from './picture';
import { portraitPicture, portraitPlace } from './samples';

/** A face item with its image, if the emulator could fetch it. */
export interface FaceInput {
	opts: string;
	bytes?: Buffer;
}

const white: Color = [255, 255, 255];
const ink: Color = [51, 65, 85];

function decoded(bytes: Buffer | undefined): Picture | undefined {
	try {
		return bytes && Picture.decode(bytes);
	} catch {
		return undefined;
	}
}

/** The image to work on. If the bytes are not a PNG, a gray image of the same size with a note replaces it. */
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
	const framed = Picture.blank(picture.width, picture.height + size * 9, [15, 23, 42]);
	framed.put(picture, 0, 0);
	framed.faces = picture.faces;
	framed.write(caption, size * 3, picture.height + size * 2, size, white);
	return framed;
}

/** A small number next to a head. */
function number(picture: Picture, { cx, cy, radius }: FacePlace, index: number): void {
	const size = radius > 60 ? 2 : 1;
	const [x, y] = [Math.round(cx + 0.9 * radius), Math.round(cy - 1.1 * radius)];
	picture.draw(ellipse(x, y, 5 * size, 5 * size), ink);
	picture.write(String(index + 1), x - size, y - 2 * size, size, white);
}

/** A visible face swap: replaces each target's head with the head of the source of the same order, and numbers it. */
export function composeSwap(
	original: Buffer | undefined,
	targets: FaceInput[],
	sources: FaceInput[],
): Buffer {
	const picture = canvasOf(original);
	const wall = picture.get(0, 0);
	const images = new Map<Buffer | undefined, Picture>();
	for (const [index, target] of targets.entries()) {
		const place = placeOf(target.opts);
		const { opts = '', bytes } = sources[index] ?? {};
		const known = images.get(bytes) ?? decoded(bytes)?.recolored(wall);
		const image = known ?? portraitPicture(`face ${index}`).recolored(wall);
		if (known) images.set(bytes, known);
		const from = known ? placeOf(opts) : portraitPlace;
		const scale = from.radius / place.radius;
		picture.draw(
			headOf(place),
			(x, y) => image.between(from.cx + (x - place.cx) * scale, from.cy + (y - place.cy) * scale).color,
		);
		number(picture, place, index);
	}
	const count = `${targets.length} FACE${targets.length === 1 ? '' : 'S'}`;
	return withCaption(picture, `FACE SWAP: ${count} REPLACED`).encode();
}

/** A visible age change: heads turn gray or rosy, and the years stand below. */
export function composeReage(original: Buffer | undefined, targets: FaceInput[], years: number): Buffer {
	const picture = canvasOf(original);
	const wall = picture.get(0, 0);
	const tint: Color = years > 0 ? [190, 190, 190] : [255, 140, 140];
	for (const [index, target] of targets.entries()) {
		const place = placeOf(target.opts);
		picture.draw(headOf(place), (x, y) => {
			const color = picture.get(x, y);
			return color.join() === wall.join() ? color : mix(color, tint, Math.abs(years) / 50);
		});
		number(picture, place, index);
	}
	const direction = years < 0 ? 'YOUNGER' : 'OLDER';
	return withCaption(picture, `REAGE: ${Math.abs(years)} YEARS ${direction}`).encode();
}
