import { z } from 'zod/v3';
import { detectionAnswer } from '../service/records';
import { changed, checked } from '../service/schema';
import { leftoverIn } from '../service/leftovers';
import { encodeSpaces, isHttpUrl } from '../service/urls';
import { isObject, parseJson, readNumber } from '../service/values';
import { fromDetection, isKeyPoints, type Picture } from './detection';
import { eachOf, FaceError } from './faceError';

const URL_KEYS = ['imageUrl', 'image_url', 'modifyImage', 'path', 'image', 'url'];

const number = changed(z.unknown(), readNumber).pipe(z.number());
const keyPoints = checked(z.string(), (text, context) => {
	if (!isKeyPoints(text)) context.addIssue({ code: 'custom', message: 'Expected key points' });
});

/** The service's answer, and the faces as Detect puts them out. */
const detection = detectionAnswer.extend({
	faces: z
		.array(
			z.object({
				opts: keyPoints,
				videoOpts: keyPoints.nullish(),
				region: z.object({ x: number, y: number, width: number, height: number }).optional().catch(undefined),
			}),
		)
		.nullish(),
});
const FACE_KEYS = ['faces', 'landmarks', 'landmarks_str'];

/**
 * Reads pictures with their faces from a person's input: an item of face detection, the service's own answer with the
 * picture's address beside it, a list of those, or the same as JSON text. `label` is the input's or field's name.
 *
 * @throws FaceError where a value is no detection
 */
export function readPictures(value: unknown, label: string): Picture[] {
	const given = typeof value === 'string' ? parseJson(value) : value;
	if (typeof value === 'string' && given === undefined) {
		throw refusal(label, value.trim() === '' ? 'is empty' : 'is not JSON');
	}
	const entries = Array.isArray(given) && given.length > 0 ? given : [given];
	return eachOf(entries, (entry) => readPicture(entry, label));
}

function readPicture(entry: unknown, label: string): Picture {
	const read = detection.safeParse(entry);
	if (!isObject(entry) || !read.success || !FACE_KEYS.some((key) => key in entry)) throw refusal(label);
	const picture = fromDetection(read.data, urlIn(entry));
	const { faces } = read.data;
	if (!faces) return picture;
	// They count even when the raw answer is beside them, in another order: a person may have left some out.
	const places = new Map(picture.faces.map(({ opts, detectedIndex }) => [opts, detectedIndex]));
	return {
		...picture,
		faces: faces.map(({ opts, videoOpts, region }, index) => ({
			opts,
			videoOpts: videoOpts ?? opts,
			region,
			detectedIndex: places.get(opts) ?? index,
		})),
		seen: Math.max(faces.length, picture.seen),
	};
}

function urlIn(entry: Record<string, unknown>): string | undefined {
	return URL_KEYS.map((key) => entry[key])
		.map((value) => (typeof value === 'string' ? encodeSpaces(value.trim()) : ''))
		.find((address) => isHttpUrl(address) && !leftoverIn(address));
}

function refusal(label: string, what = 'holds no result of face detection'): FaceError {
	return new FaceError(
		`${label} ${what}`,
		'Give the output of Face Swap with Resource Face and Operation Detect, or the answer of face detection with the address of its picture beside it as imageUrl',
	);
}
