import { isKnownCode, type Explanation } from '../service/codes';
import { excerptOf, readInteger } from '../service/values';
import { pictureName } from './pictureName';

/** The parts of a detection answer, or of an unsuccessful envelope, that tell whether a face was found. */
export interface DetectionParts {
	/** 0 is success. An unsuccessful envelope's code goes here. */
	error_code?: unknown;
	/** An unsuccessful envelope's message goes here. */
	error_msg?: unknown;
	landmarks?: unknown;
	landmarks_str?: unknown;
}

/**
 * The words for a picture without a face, or undefined where the answer means something else.
 *
 * The service has no tidy answer for it (service.md: Face detection): either no landmarks, or a code that no table lists with a
 * text that reads like a crash. A listed code (a rejected token, no credits) means what its table says. An answer with
 * neither code nor lists is no detection answer.
 */
export function noFaceMessage(answer: DetectionParts, imageUrl: string | undefined): Explanation | undefined {
	const code = readInteger(answer.error_code);
	const text = typeof answer.error_msg === 'string' ? excerptOf(answer.error_msg, 300) : '';
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
