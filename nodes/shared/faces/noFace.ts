import { isKnownCode, type Explanation } from '../service/codes';
import { withoutQuotedSecrets } from '../service/urls';
import { excerptOf, readInteger } from '../service/values';
import { FaceError } from './faceError';
import { pictureName } from './pictureName';

/**
 * The parts of a detection answer, or the code and the message of an unsuccessful envelope, that tell whether a face was
 * found.
 */
type Answer = Readonly<Record<'error_code' | 'error_msg' | 'landmarks' | 'landmarks_str', unknown>>;

/**
 * @param label what the message begins with, if anything
 * @throws FaceError where an answer means that the picture shows no face
 */
export function requireFaces(answer: Partial<Answer>, imageUrl: string | undefined, label?: string): void {
	const words = noFaceMessage(answer, imageUrl);
	if (words === undefined) return;
	const message = label === undefined ? words.message : `${label}: ${words.message}`;
	throw new FaceError(message, words.description);
}

/**
 * The words for a picture without a face, or undefined where the answer means something else.
 *
 * The service has no tidy answer for it (service.md: Face detection): either no landmarks, or a code that no table lists with a
 * text that reads like a crash. A listed code (a rejected token, no credits) means what its table says. An answer with
 * neither code nor lists is no detection answer.
 */
export function noFaceMessage(
	answer: Partial<Answer>,
	imageUrl: string | undefined,
): Explanation | undefined {
	const code = readInteger(answer.error_code);
	const said = typeof answer.error_msg === 'string' ? answer.error_msg : '';
	const text = excerptOf(withoutQuotedSecrets(said), 300);
	if (code === undefined || code === 0) {
		const lists = [answer.landmarks, answer.landmarks_str];
		const hasFaces = lists.some((list) => Array.isArray(list) && list.length > 0);
		const isAnswer = code === 0 || lists.some((list) => Array.isArray(list));
		const detail = /^(success|ok)?$/i.test(text) ? '' : `. The service said: ${text}`;
		return isAnswer && !hasFaces
			? explain(`No face was found in ${pictureName(imageUrl)}`, detail)
			: undefined;
	}
	if (isKnownCode(code)) return undefined;
	return explain(
		`No face was found in ${pictureName(imageUrl)}, or it could not be opened`,
		text ? `. The service said: ${text} (code ${code})` : `. (Code ${code})`,
	);
}

function explain(message: string, detail = ''): Explanation {
	return {
		message,
		description: `Check that the address opens a picture, and use one in which the face is large, sharp and seen from the front${detail}`,
	};
}
