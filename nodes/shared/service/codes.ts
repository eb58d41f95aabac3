import { CODE_TEXTS, TEXTS_BY_GROUP } from './codeTexts';
import type { ErrorGroup, Explanation } from './errorGroups';
import { excerptOf } from './values';

export type { ErrorGroup, Explanation } from './errorGroups';

/** Whether this package has a text for the code (service.md: Errors). */
export function isKnownCode(code: number): boolean {
	return code in CODE_TEXTS;
}

/**
 * Says what a refused request means: `message` what happened, `description` what to do. The service's own words and the
 * code are at the end of the description; for an unlisted code they are the message. Without a code (openEnvelope found
 * no envelope) `serviceMessage` is an excerpt of the answer.
 */
export function explainCode(
	code: number | undefined,
	serviceMessage: string,
	group: ErrorGroup,
): Explanation {
	const said = excerptOf(serviceMessage, 300);
	if (code === undefined) {
		return {
			message: 'The service gave an answer that could not be read',
			description: `Check the addresses in the credential, and try again later. The answer was: ${said || 'empty'}`,
		};
	}
	const text = TEXTS_BY_GROUP[group][code] ?? CODE_TEXTS[code];
	if (text === undefined) {
		return {
			message: said
				? `The service answered: ${said} (code ${code})`
				: `The service refused the request with code ${code}`,
			description:
				'This code is not documented. Check the input against what the service says, and ask its support if it persists',
		};
	}
	const quote = said ? `The service said: ${said} (code ${code})` : `(Code ${code})`;
	return { message: text.message, description: `${text.description}. ${quote}` };
}

/** What a refusal with the code means; undefined for 1000, which is none, and codes without a text (service.md: Errors). */
export function messageOf(code: number): string | undefined {
	return code === 1000 ? undefined : CODE_TEXTS[code]?.message;
}

/** 1005: sent too often; the request was not taken and may be sent again later. */
export function isTooFrequent(code: number | undefined): boolean {
	return code === 1005;
}

/** 1214 and 1215: the session is being prepared, or busy; the same may be asked again later. */
export function isNotNow(code: number | undefined): boolean {
	return code === 1214 || code === 1215;
}

/** 1006 (no credits) and 1200 (banned): no other request of this account would be taken either. */
export function stopsEverything(code: number | undefined): boolean {
	return code === 1006 || code === 1200;
}

/** 1008 and 1216: what the request names does not exist. */
export function isNotFound(code: number | undefined): boolean {
	return code === 1008 || code === 1216;
}

/** 1219: the session is closed already (service.md: Errors). */
export function isAlreadyClosed(code: number | undefined): boolean {
	return code === 1219;
}
