import { z } from 'zod/v3';
import { detectionAnswer } from '../service/records';
import { encodeSpaces, isHttpUrl } from '../service/urls';
import { isObject, readNumber } from '../service/values';
import { eachOf, FaceError } from './faceError';
import { wellFormed } from './faceString';
import type { Face, Picture } from './faceTypes';
import { fromDetection } from './fromDetection';
import { requireFaces } from './noFace';

const URL_KEYS = ['imageUrl', 'image_url', 'modifyImage', 'path', 'image', 'url'];
const HOW_TO_GIVE =
	'Give the output of Face Swap with Resource Face and Operation Detect, or the answer of face detection with the address of its picture beside it as imageUrl';

const number = z.unknown().transform(readNumber).pipe(z.number());
const faceString = z.string().refine((text) => wellFormed(text) !== undefined);

/** Faces as Detect puts them out. */
const detectedFaces = z.array(
	z.object({
		opts: faceString,
		videoOpts: faceString.nullish(),
		region: z.object({ x: number, y: number, width: number, height: number }).optional().catch(undefined),
	}),
);

/**
 * Reads pictures with their faces from a person's input: an item of face detection, the service's own answer with the
 * picture's address beside it, a list of those, or the same as JSON text. `label` is the input's or field's name.
 *
 * @throws FaceError where a value is no detection, or shows no face
 */
export function readPictures(value: unknown, label: string): Picture[] {
	const given = typeof value === 'string' ? parseText(value, label) : value;
	const entries = Array.isArray(given) ? given : [given];
	if (entries.length === 0) throw refusal(label, 'holds no detected faces');
	return eachOf(entries, (entry) => readPicture(entry, label));
}

function readPicture(entry: unknown, label: string): Picture {
	if (!isObject(entry)) throw refusal(label);
	const imageUrl = findUrl(entry);
	const answer = detectionAnswer.safeParse(entry);
	const picture = answer.success ? fromDetection(answer.data, imageUrl) : { imageUrl, faces: [], seen: 0 };
	// Used even when the raw answer is beside it: a person may have left some faces out.
	const kept = detectedFaces.safeParse(entry.faces);
	if (kept.success) {
		requireFaces({ landmarks: kept.data }, imageUrl, label);
		const seen = Math.max(kept.data.length, picture.seen);
		return { imageUrl, faces: placed(kept.data, picture.faces), seen };
	}
	// A damaged face must not bring back those that were taken out.
	if (Array.isArray(entry.faces) && entry.faces.some((face) => isObject(face) && 'opts' in face)) {
		throw refusal(label);
	}
	requireFaces(entry, imageUrl, label);
	if (picture.faces.length === 0) throw refusal(label);
	return picture;
}

/** Faces with their places in the service's answer, where it is known: Detect puts them out in another order. */
function placed(faces: z.output<typeof detectedFaces>, inService: readonly Face[]): Face[] {
	const places = new Map([...inService].reverse().map(({ opts, detectedIndex }) => [opts, detectedIndex]));
	return faces.map(({ opts, videoOpts, region }, index) => ({
		opts,
		videoOpts: videoOpts ?? opts,
		region,
		detectedIndex: places.get(opts) ?? index,
	}));
}

function findUrl(entry: Record<string, unknown>): string | undefined {
	for (const key of URL_KEYS) {
		const value = entry[key];
		const address = typeof value === 'string' ? encodeSpaces(value.trim()) : '';
		if (isHttpUrl(address)) return address;
	}
	return undefined;
}

function parseText(text: string, label: string): unknown {
	if (text.trim() === '') throw refusal(label, 'is empty');
	try {
		return JSON.parse(text);
	} catch {
		throw refusal(label, 'is not JSON');
	}
}

function refusal(label: string, what = 'holds no result of face detection'): FaceError {
	return new FaceError(`${label} ${what}`, HOW_TO_GIVE);
}
