import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { ServiceRequest } from '../service/request';
import { isObject, parseJson } from '../service/values';
import { within } from '../async/deadline';
import { readFault } from './faults';
import type { Host } from './hosts';
import { redact, redactAll } from './redact';
import { TokenError } from './tokenError';
import { judge } from './verdict';

/** The request helper of n8n, as a credential has it. */
export type HttpRequest = (options: IHttpRequestOptions) => Promise<unknown>;

/**
 * Any HTTP status is an answer. Redirects are not followed: a POST would become a GET. The answer comes as a text: n8n's
 * HTTP client would round long ids (service.md: Answers).
 */
export const ANY_ANSWER = {
	json: true,
	encoding: 'text',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

const TIMEOUT_MS = 30_000;

/** Reads what n8n's helper returns for a request with ANY_ANSWER; the status is 0 when there is none. */
export function replyOf(answer: unknown) {
	const { statusCode, body: text, headers } = isObject(answer) ? answer : {};
	const body = typeof text === 'string' ? parseJson(text) : undefined;
	return {
		status: typeof statusCode === 'number' ? statusCode : 0,
		body: body === undefined ? text : body,
		headers: isObject(headers) ? headers : {},
	};
}

/**
 * Sends a request of the credential itself, which n8n does not authenticate.
 * @param secrets what the answer, and the error, must not show
 * @throws TokenError when no answer came
 */
export async function askAt(
	host: Host,
	httpRequest: HttpRequest,
	request: ServiceRequest,
	secrets: readonly unknown[],
	headers: IDataObject = {},
) {
	const { method, path, body } = request;
	const ask = async (abortSignal: AbortSignal) =>
		await httpRequest({ ...ANY_ANSWER, url: host.root + path, method, headers, body, abortSignal });
	const answer = await within(TIMEOUT_MS, undefined, ask).catch((thrown: unknown): never => {
		const { message, description, trouble } = readFault(thrown, host);
		throw new TokenError(message, redact(description, secrets), trouble !== 'final');
	});
	const { body: given, ...reply } = replyOf(answer);
	const shown = redactAll(given, secrets);
	return { verdict: judge({ ...reply, body: shown }, request, host), body: shown };
}
