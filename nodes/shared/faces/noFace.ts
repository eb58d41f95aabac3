import { isKnownCode } from '../service/codes';
import { withoutQuotedSecrets } from '../service/urls';
import { excerptOf, readInteger } from '../service/values';
import { FaceError } from './faceError';
import { pictureName } from './pictureName';

type Answer = Partial<Record<'error_code' | 'error_msg' | 'landmarks' | 'landmarks_str', unknown>>;

/**
 * Checks that an answer, or the code and the message of a refused one, does not mean that the picture shows no face.
 *
 * The service has no tidy answer for it (service.md: Face detection): either no landmarks, or a code that no table lists
 * with a text that reads like a crash. A listed code (a rejected token, no credits) means what its table says. An answer
 * with neither code nor lists is no detection answer.
 *
 * @param label what the message begins with, if anything
 * @throws FaceError where the picture shows no face
 */
export function requireFaces(answer: Answer, imageUrl: string | undefined, label?: string): void {
	const code = readInteger(answer.error_code);
	const said = typeof answer.error_msg === 'string' ? answer.error_msg : '';
	const text = excerptOf(withoutQuotedSecrets(said), 300);
	const message = `${label === undefined ? '' : `${label}: `}No face was found in ${pictureName(imageUrl)}`;
	if (code === undefined || code === 0) {
		const lists = [answer.landmarks, answer.landmarks_str].filter((list) => Array.isArray(list));
		const isAnswer = code === 0 || lists.length > 0;
		if (!isAnswer || lists.some((list) => list.length > 0)) return;
		throw noFace(message, /^(success|ok)?$/i.test(text) ? '' : `. The service said: ${text}`);
	}
	if (isKnownCode(code)) return;
	const detail = text ? `. The service said: ${text} (code ${code})` : `. (Code ${code})`;
	throw noFace(`${message}, or it could not be opened`, detail);
}

function noFace(message: string, detail: string): FaceError {
	return new FaceError(
		message,
		`Check that the address opens a picture, and use one in which the face is large, sharp and seen from the front${detail}`,
	);
}
