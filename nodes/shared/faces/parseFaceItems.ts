import { encodeSpaces, isHttpUrl } from '../service/urls';
import { excerptOf, isObject } from '../service/values';
import { eachOf, FaceError } from './faceError';
import { checkFaceString, wellFormed } from './faceString';
import { MAX_FACES, type FaceItem } from './faceTypes';
import { withoutSecretParts } from './pictureName';

const SHAPE = '[{"path": "https://example.com/photo.jpg", "opts": "262,175:363,175:313,215:313,251"}]';
const EXPECTED = `Give a list like ${SHAPE}. The output of Face Mapper fits as it is`;

/**
 * The faces of a field, as the service takes them (service.md: Faces): an array, one object, or the same as JSON
 * text. Fields other than path and opts are left out. `fieldLabel` is the field's name on the screen.
 *
 * @throws FaceError that names the field, the entry, what was given and what to do
 */
export function parseFaceItems(value: unknown, fieldLabel: string): FaceItem[] {
	const given = (typeof value === 'string' ? parseText(value, fieldLabel) : value) ?? [];
	if (!isObject(given) && !Array.isArray(given)) {
		throw refusal(fieldLabel, `is ${kindOf(given)}, not a list of faces`);
	}
	if (!Array.isArray(given)) return [parseEntry(given, fieldLabel)];
	if (given.length === 0) throw refusal(fieldLabel, 'has no faces');
	if (given.length > MAX_FACES) {
		throw refusal(
			fieldLabel,
			`has ${given.length} faces, more than the ${MAX_FACES} that can be changed at once`,
			'Leave faces out, or make several passes over the result',
		);
	}
	return eachOf<unknown, FaceItem>(given, (entry, index) =>
		parseEntry(entry, `Face ${index + 1} of ${fieldLabel}`),
	);
}

function parseText(text: string, field: string): unknown {
	if (text.trim() === '') return undefined;
	if (wellFormed(text.trim()) !== undefined) throw refusal(field, 'has only the key points of a face');
	if (isHttpUrl(text)) throw refusal(field, 'has an address, not a list of faces');
	try {
		const parsed: unknown = JSON.parse(text);
		return typeof parsed === 'string' ? JSON.parse(parsed) : parsed;
	} catch {
		throw refusal(field, `is not JSON: ${excerptOf(withoutSecretParts(text.trim()), 40)}`);
	}
}

function parseEntry(entry: unknown, name: string): FaceItem {
	if (!isObject(entry)) {
		throw refusal(name, `is ${kindOf(entry)}, not an object with path and opts`);
	}
	if (['landmarks', 'landmarks_str', 'faces', 'faceCount'].some((key) => key in entry)) {
		throw refusal(
			name,
			'is a whole result of face detection, not a face',
			`Send it through Face Mapper, which makes the list of faces, or build ${SHAPE} of it`,
		);
	}
	if ('targetImage' in entry || 'sourceImage' in entry) {
		throw refusal(
			name,
			'is the whole output of Face Mapper, not a list of faces',
			'Use the expression {{ $json.targetImage }} for the faces to replace, and {{ $json.sourceImage }} for the new faces',
		);
	}
	return { path: parsePath(entry, name), opts: parseOpts(entry, name) };
}

function parsePath({ path, opts }: Record<string, unknown>, name: string): string {
	const address = typeof path === 'string' ? path.trim() : '';
	if (isHttpUrl(address)) return encodeSpaces(address);
	if (wellFormed(address) !== undefined) {
		const isSwapped = typeof opts === 'string' && isHttpUrl(opts);
		throw refusal(
			name,
			isSwapped ? 'has path and opts swapped' : 'has key points as its path',
			'path takes the address of the picture, and opts the key points of the face',
		);
	}
	if (path === undefined || path === null || path === '') {
		throw refusal(
			name,
			'has no path',
			'Give the address of the picture in which the face was detected as path',
		);
	}
	throw refusal(
		name,
		`has ${kindOf(path)} as its path, which is no address`,
		'Give the complete address of the picture as path, beginning with http:// or https://',
	);
}

function parseOpts({ opts }: Record<string, unknown>, name: string): string {
	const toDo =
		'Give opts as the entry of landmarks_str, or for a video the first four points of landmarks, like 262,175:363,175:313,215:313,251';
	if (opts === undefined || opts === null) throw refusal(name, 'has no opts', toDo);
	if (typeof opts !== 'string') throw refusal(name, `has ${kindOf(opts)} as its opts, not a text`, toDo);
	const text = opts.trim();
	const wrong = checkFaceString(text);
	if (wrong === undefined) return text;
	throw refusal(name, `has opts that cannot be used: it ${wrong}`, toDo);
}

function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'string') return `the text "${excerptOf(withoutSecretParts(value), 40)}"`;
	if (typeof value === 'number' || typeof value === 'boolean') return `the value ${value}`;
	return 'an object';
}

function refusal(name: string, what: string, toDo = EXPECTED): FaceError {
	return new FaceError(`${name} ${what}`, toDo);
}
