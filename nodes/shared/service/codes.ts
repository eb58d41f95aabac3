import { CODE_TEXTS, TEXTS_BY_GROUP, type ErrorGroup, type Explanation } from './codeTexts';
import { excerptOf } from './values';

export type { ErrorGroup, Explanation } from './codeTexts';

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
	const common = CODE_TEXTS[code];
	if (common === undefined) {
		return {
			message: said
				? `The service answered: ${said} (code ${code})`
				: `The service refused the request with code ${code}`,
			description:
				'This code is not documented. Check the input against what the service says, and ask its support if it persists',
		};
	}
	const text = { ...common, ...TEXTS_BY_GROUP[group][code] };
	const quote = said ? `The service said: ${said} (code ${code})` : `(Code ${code})`;
	return { message: text.message, description: `${text.description}. ${quote}` };
}

/** What a refusal with the code means; undefined for 1000, which is none, and codes without a text (service.md: Errors). */
export function messageOf(code: number): string | undefined {
	return code === 1000 ? undefined : CODE_TEXTS[code]?.message;
}

const among =
	(...codes: number[]) =>
	(code: number | undefined) =>
		code !== undefined && codes.includes(code);

/** Sent too often; the request was not taken and may be sent again later (service.md: Errors). */
export const isTooFrequent = among(1005);

/** The session is being prepared, or busy; the same may be asked again later. */
export const isNotNow = among(1214, 1215);

/** The token was not accepted, or did not arrive; another one may be accepted. */
export const isTokenRefused = among(1101, 1102);

/** No credits, or banned; no other request of this account would be taken either. */
export const stopsEverything = among(1006, 1200);

/** What the request names does not exist. */
export const isNotFound = among(1008, 1216);

/** The session is closed already. */
export const isAlreadyClosed = among(1219);
