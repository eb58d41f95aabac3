import { headOf, placeOf } from './geometry';
import { Picture } from './picture';
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
		const { opts = '', bytes } = sources[index] ?? {};
		const known = decoded(bytes);
		const image = (known ?? portraitPicture(`face ${index}`)).recolored(wall);
		picture.paste(image, headOf(known ? placeOf(opts) : portraitPlace), headOf(placeOf(target.opts)));
	}
	return picture.encode();
}

/** A visible age change: the older, the darker is the wall. */
export const composeReage = (original: Buffer | undefined, years: number): Buffer => {
	const shade = 165 - 3 * years;
	return canvasOf(original).recolored([shade, shade, shade]).encode();
};
