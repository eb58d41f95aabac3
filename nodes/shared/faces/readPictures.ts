import { detectionAnswer } from '../service/records';
import { encodeSpaces, isHttpUrl } from '../service/urls';
import { isObject, readInteger, readNumber } from '../service/values';
import { eachOf, FaceError } from './faceError';
import { checkFaceString } from './faceString';
import type { Face, FaceOrder, Picture, Region } from './faceTypes';
import { fromDetection, toRegion } from './fromDetection';
import { requireFaces } from './noFace';
import { orderFaces } from './order';

const URL_KEYS = ['imageUrl', 'image_url', 'modifyImage', 'path', 'image', 'url'];
const HOW_TO_GIVE =
	'Give the output of Face Swap with Resource Face and Operation Detect, or the answer of face detection with the address of its picture beside it as imageUrl';

/**
 * Reads pictures with their faces from a person's input: an item of face detection, the service's own answer with the
 * picture's address beside it, a list of those, or the same as JSON text. `label` is the input's or field's name.
 *
 * @throws FaceError where a value is no detection, or shows no face
 */
export function readPictures(value: unknown, label: string, order: FaceOrder = 'leftToRight'): Picture[] {
	const given = typeof value === 'string' ? parseText(value, label) : value;
	const entries = Array.isArray(given) ? given : [given];
	if (entries.length === 0) throw new FaceError(`${label} holds no detected faces`, HOW_TO_GIVE);
	return eachOf(entries, (entry) => readPicture(entry, label, order));
}

function readPicture(entry: unknown, label: string, order: FaceOrder): Picture {
	if (!isObject(entry)) throw notDetection(label);
	const imageUrl = findUrl(entry);
	const answer = detectionAnswer.safeParse(entry);
	// Used even when the raw answer is beside it: a person may have left some faces out.
	if (Array.isArray(entry.faces)) {
		const inService = answer.success ? fromDetection(answer.data, imageUrl, 'asDetected').faces : [];
		const faces = readFaces(entry.faces, inService);
		if (faces?.length === 0) requireFaces({ landmarks: [] }, imageUrl, label);
		if (faces) {
			const seen = Math.max(faces.length, inService.length);
			return { imageUrl, faces: orderFaces(faces, order), ...(seen > faces.length && { seen }) };
		}
		// A damaged face must not bring back those that were taken out.
		if (entry.faces.some((face) => isObject(face) && 'opts' in face)) throw notDetection(label);
	}
	if (Array.isArray(entry.landmarks) || Array.isArray(entry.landmarks_str) || 'error_code' in entry) {
		return readAnswer(entry, imageUrl, label, order);
	}
	throw notDetection(label);
}

/**
 * The faces of a list; undefined when an entry is not a face.
 * @param inService the same faces in the service's order, if known: the output of Detect has another order
 */
function readFaces(given: readonly unknown[], inService: readonly Face[]): Face[] | undefined {
	const faces = given.flatMap((face, index) => readFace(face, index));
	if (faces.length < given.length) return undefined;
	const places = new Map([...inService].reverse().map(({ opts, detectedIndex }) => [opts, detectedIndex]));
	return faces.map((face) => ({ ...face, detectedIndex: places.get(face.opts) ?? face.detectedIndex }));
}

function readAnswer(
	entry: Record<string, unknown>,
	imageUrl: string | undefined,
	label: string,
	order: FaceOrder,
): Picture {
	requireFaces(entry, imageUrl, label);
	const answer = detectionAnswer.safeParse(entry);
	if (!answer.success) throw notDetection(label);
	const picture = fromDetection(answer.data, imageUrl, order);
	if (picture.faces.length === 0) throw notDetection(label);
	return picture;
}

function readFace(face: unknown, index: number): Face[] {
	if (!isObject(face)) return [];
	const { opts } = face;
	const videoOpts = face.videoOpts ?? opts;
	if (typeof opts !== 'string' || typeof videoOpts !== 'string') return [];
	if (checkFaceString(opts) !== undefined || checkFaceString(videoOpts) !== undefined) return [];
	const region = readRegion(face.region);
	const detectedIndex = readInteger(face.detectedIndex) ?? index;
	return [{ number: 0, opts, videoOpts, ...(region && { region }), detectedIndex }];
}

function readRegion(value: unknown): Region | undefined {
	return isObject(value)
		? toRegion([value.x, value.y, value.width, value.height].map(readNumber))
		: undefined;
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
	if (text.trim() === '') throw new FaceError(`${label} is empty`, HOW_TO_GIVE);
	try {
		return JSON.parse(text);
	} catch {
		throw notJson(label);
	}
}

function notJson(label: string): FaceError {
	return new FaceError(`${label} is not JSON`, HOW_TO_GIVE);
}

function notDetection(label: string): FaceError {
	return new FaceError(`${label} holds no result of face detection`, HOW_TO_GIVE);
}
