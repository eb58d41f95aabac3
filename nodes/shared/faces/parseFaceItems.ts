import { encodeSpaces, isHttpUrl } from '../service/urls';
import { excerptOf, isObject } from '../service/values';
import { eachOf, FaceError } from './faceError';
import { checkFaceString } from './faceString';
import { MAX_FACES, type FaceItem } from './faceTypes';
import { withoutSecretParts } from './pictureName';

const SHAPE = '[{"path": "https://example.com/photo.jpg", "opts": "262,175:363,175:313,215:313,251"}]';
const MAPPER = 'The output of Face Mapper fits as it is';

/**
 * The faces of a field, as the service takes them (service.md: Faces): an array, one object, or the same as JSON
 * text. Fields other than path and opts are left out. `fieldLabel` is the field's name on the screen.
 *
 * @throws FaceError that names the field, the entry, what was given and what to do
 */
export function parseFaceItems(value: unknown, fieldLabel: string): FaceItem[] {
	const given = typeof value === 'string' ? parseText(value, fieldLabel) : value;
	if (given === null || given === undefined) throw empty(fieldLabel);
	if (!isObject(given) && !Array.isArray(given)) {
		throw new FaceError(`${fieldLabel} is ${kindOf(given)}, not a list of faces`, expected());
	}
	const entries: unknown[] = Array.isArray(given) ? given : [given];
	if (entries.length === 0) throw empty(fieldLabel);
	if (entries.length > MAX_FACES) {
		throw new FaceError(
			`${fieldLabel} has ${entries.length} faces, more than the ${MAX_FACES} that can be changed at once`,
			'Leave faces out, or make several passes over the result',
		);
	}
	const alone = entries.length === 1 && !Array.isArray(given);
	return eachOf(entries, (entry, index) =>
		parseEntry(entry, alone ? fieldLabel : `Face ${index + 1} of ${fieldLabel}`),
	);
}

/**
 * Checks that each face has its new face: both fields have equally many entries (service.md: Face swap).
 *
 * @throws FaceError that says how many each has
 */
export function checkSameCount(
	targets: readonly FaceItem[],
	sources: readonly FaceItem[],
	targetLabel: string,
	sourceLabel: string,
): void {
	if (targets.length === sources.length) return;
	throw new FaceError(
		`${targetLabel} has ${faces(targets.length)}, and ${sourceLabel} has ${faces(sources.length)}`,
		'Give as many new faces as there are faces to replace: the first takes the place of the first, and so on',
	);
}

function parseEntry(entry: unknown, name: string): FaceItem {
	if (!isObject(entry)) {
		throw new FaceError(`${name} is ${kindOf(entry)}, not an object with path and opts`, expected());
	}
	if (['landmarks', 'landmarks_str', 'faces', 'faceCount'].some((key) => key in entry)) {
		throw new FaceError(
			`${name} is a whole result of face detection, not a face`,
			`Send it through Face Mapper, which makes the list of faces, or build ${SHAPE} of it`,
		);
	}
	if ('targetImage' in entry || 'sourceImage' in entry) {
		throw new FaceError(
			`${name} is the whole output of Face Mapper, not a list of faces`,
			'Use the expression {{ $json.targetImage }} for the faces to replace, and {{ $json.sourceImage }} for the new faces',
		);
	}
	return { path: parsePath(entry, name), opts: parseOpts(entry, name) };
}

function parsePath(entry: Record<string, unknown>, name: string): string {
	const { path, opts } = entry;
	if (typeof path === 'string' && checkFaceString(path.trim()) === undefined) {
		const swapped = typeof opts === 'string' && isHttpUrl(opts.trim());
		throw new FaceError(
			swapped ? `${name} has path and opts swapped` : `${name} has key points as its path`,
			'path takes the address of the picture, and opts the key points of the face',
		);
	}
	if (path === undefined || path === null || path === '') {
		throw new FaceError(
			`${name} has no path`,
			'Give the address of the picture in which the face was detected as path',
		);
	}
	if (typeof path !== 'string' || !isHttpUrl(path.trim())) {
		throw new FaceError(
			`${name} has ${kindOf(path)} as its path, which is no address`,
			'Give the complete address of the picture as path, beginning with http:// or https://',
		);
	}
	return encodeSpaces(path.trim());
}

function parseOpts(entry: Record<string, unknown>, name: string): string {
	const { opts } = entry;
	const toDo =
		'Give opts as the entry of landmarks_str, or for a video the first four points of landmarks, like 262,175:363,175:313,215:313,251';
	if (opts === undefined || opts === null) throw new FaceError(`${name} has no opts`, toDo);
	if (typeof opts !== 'string')
		throw new FaceError(`${name} has ${kindOf(opts)} as its opts, not a text`, toDo);
	const text = opts.trim();
	const wrong = checkFaceString(text);
	if (wrong !== undefined) throw new FaceError(`${name} has opts that cannot be used: it ${wrong}`, toDo);
	return text;
}

function parseText(text: string, field: string): unknown {
	const trimmed = text.trim();
	if (trimmed === '') throw empty(field);
	if (checkFaceString(trimmed) === undefined) {
		throw new FaceError(`${field} has only the key points of a face`, expected());
	}
	if (isHttpUrl(trimmed)) throw new FaceError(`${field} has an address, not a list of faces`, expected());
	try {
		const parsed: unknown = JSON.parse(trimmed);
		return typeof parsed === 'string' ? JSON.parse(parsed) : parsed;
	} catch {
		throw notJson(trimmed, field);
	}
}

function notJson(text: string, field: string): FaceError {
	return new FaceError(`${field} is not JSON: ${excerptOf(withoutSecretParts(text), 40)}`, expected());
}

function empty(field: string): FaceError {
	return new FaceError(`${field} has no faces`, expected());
}

function expected(): string {
	return `Give a list like ${SHAPE}. ${MAPPER}`;
}

function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'string') return `the text "${excerptOf(withoutSecretParts(value), 40)}"`;
	if (typeof value === 'number' || typeof value === 'boolean') return `the value ${value}`;
	return 'an object';
}

function faces(count: number): string {
	return count === 1 ? '1 face' : `${count} faces`;
}
