import { headOf, placeOf } from './geometry';
import { mix, Picture, type Color } from './picture';
import { portraitPicture, portraitPlace } from './samples';

/** A face item with its image, if the emulator could fetch it. */
export interface FaceInput {
	opts: string;
	bytes?: Buffer;
}

function decoded(bytes: Buffer | undefined): Picture | undefined {
	try {
		return bytes && Picture.decode(bytes);
	} catch {
		return undefined;
	}
}

/** The image to work on, or a gray image if the bytes are not a PNG. */
const canvasOf = (bytes: Buffer | undefined) => decoded(bytes) ?? Picture.blank(640, 400, [148, 163, 184]);

/** A visible face swap: replaces each target's head with the head of the source of the same order. */
export function composeSwap(
	original: Buffer | undefined,
	targets: FaceInput[],
	sources: FaceInput[],
): Buffer {
	const picture = canvasOf(original);
	const wall = picture.get(0, 0);
	for (const [index, target] of targets.entries()) {
		const place = placeOf(target.opts);
		const { opts = '', bytes } = sources[index] ?? {};
		const known = decoded(bytes)?.recolored(wall);
		const image = known ?? portraitPicture(`face ${index}`).recolored(wall);
		const from = known ? placeOf(opts) : portraitPlace;
		const scale = from.radius / place.radius;
		picture.draw(
			headOf(place),
			(x, y) => image.between(from.cx + (x - place.cx) * scale, from.cy + (y - place.cy) * scale).color,
		);
	}
	return picture.encode();
}

/** A visible age change: heads turn gray or rosy. */
export function composeReage(original: Buffer | undefined, targets: FaceInput[], years: number): Buffer {
	const picture = canvasOf(original);
	const wall = picture.get(0, 0);
	const tint: Color = years > 0 ? [190, 190, 190] : [255, 140, 140];
	for (const { opts } of targets) {
		picture.draw(headOf(placeOf(opts)), (x, y) => {
			const color = picture.get(x, y);
			return color.join() === wall.join() ? color : mix(color, tint, Math.abs(years) / 50);
		});
	}
	return picture.encode();
}
