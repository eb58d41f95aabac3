import { z } from 'zod/v3';
import { leftoverIn } from '../service/leftovers';
import { detectionAnswer } from '../service/records';
import { changed, checked } from '../service/schema';
import { encodeSpaces, isHttpUrl } from '../service/urls';
import { excerptOf, isObject, parseJsonTwice, readNumber } from '../service/values';
import { fromDetection, isKeyPoints, type Picture } from './detection';
import { eachOf, FaceError } from './faceError';
import { checkLimit, type FaceItem } from './faceItems';

/* Faces and detections, as people give them. */

const SHAPE = '[{"path": "https://example.com/photo.jpg", "opts": "262,175:363,175:313,215:313,251"}]';
const EXPECTED = `Give a list like ${SHAPE}. The output of Face Mapper fits as it is`;

const NONE = `Give Face Mapper a detection for this side, too, or a list here like ${SHAPE}`;

/**
 * The faces of a field, as the service takes them (service.md: Faces): an array, one object, or the same as JSON
 * text. Fields other than path and opts are left out. `field` is its name on the screen.
 *
 * @throws FaceError that names the field, the entry, what was given and what to do
 */
export function parseFaceItems(value: unknown, field: string): FaceItem[] {
	const given = (typeof value === 'string' ? parseText(value, field) : value) ?? [];
	if (isObject(given)) return [parseEntry(given, field)];
	if (!Array.isArray(given)) throw refusal(field, `is ${shown(given)}, not a list of faces`);
	if (given.length === 0) throw refusal(field, 'has no faces', NONE);
	checkLimit(given, field);
	return eachOf<unknown, FaceItem>(given, (entry, index) =>
		parseEntry(entry, `Face ${index + 1} of ${field}`),
	);
}

function parseText(text: string, field: string): unknown {
	if (text.trim() === '') return undefined;
	const given = parseJsonTwice(text);
	if (given === undefined) throw refusal(field, `is not JSON: ${excerpt(text)}`);
	return given;
}

/** What the outputs of Face Mapper and of face detection have. */
const OF_OTHERS = ['targetImage', 'sourceImage', 'faceCount', 'faces', 'landmarks', 'landmarks_str'];

function parseEntry(entry: unknown, name: string): FaceItem {
	if (!isObject(entry)) throw refusal(name, `is ${shown(entry)}, not an object with path and opts`);
	if (OF_OTHERS.some((key) => key in entry)) {
		throw refusal(
			name,
			'is a whole output, not a list of faces',
			'Use the expression {{ $json.targetImage }} for the faces to replace, and {{ $json.sourceImage }} for the new faces, of the output of Face Mapper. Send a result of face detection through Face Mapper first',
		);
	}
	const [path, opts] = [textOf(entry.path), textOf(entry.opts)];
	if (!isHttpUrl(path) || leftoverIn(path)) {
		throw refusal(
			name,
			`has ${shown(entry.path)} as its path, where the address of the picture belongs`,
			'Give the complete address of the picture in which the face was detected as path, beginning with http:// or https://',
		);
	}
	if (!isKeyPoints(opts)) {
		throw refusal(
			name,
			`has ${shown(entry.opts)} as its opts, where four points belong`,
			'Give opts as the entry of landmarks_str, or for a video the first four points of landmarks, like 262,175:363,175:313,215:313,251',
		);
	}
	return { path: encodeSpaces(path), opts };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** A message quotes at most this many characters. */
const SHOWN = 60;

function shown(value: unknown): string {
	return value === undefined || value === null ? 'nothing' : excerpt(JSON.stringify(value));
}

/**
 * A text as a message may quote it: without what stands before an `@`, which can be a password, and without what looks
 * like the query of an address, whole or misspelt.
 */
function excerpt(text: string): string {
	return excerptOf(text.replace(/^.*@/s, '…@').replace(/\?.*/s, '?…'), SHOWN);
}

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
	const given = typeof value === 'string' ? parseJsonTwice(value) : value;
	if (typeof value === 'string' && given === undefined) {
		throw refusal(label, value.trim() === '' ? 'is empty' : 'is not JSON', DETECTIONS);
	}
	const entries = Array.isArray(given) && given.length > 0 ? given : [given];
	return eachOf(entries, (entry) => readPicture(entry, label));
}

function readPicture(entry: unknown, label: string): Picture {
	const read = detection.safeParse(entry);
	if (!isObject(entry) || !read.success || !FACE_KEYS.some((key) => key in entry))
		throw refusal(label, 'holds no result of face detection', DETECTIONS);
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

const DETECTIONS =
	'Give the output of Face Swap with Resource Face and Operation Detect, or the answer of face detection with the address of its picture beside it as imageUrl';

function refusal(name: string, what: string, toDo = EXPECTED): FaceError {
	return new FaceError(`${name} ${what}`, toDo);
}
