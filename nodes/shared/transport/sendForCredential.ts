import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { ServiceRequest } from '../service/request';
import { within } from '../async/deadline';
import { ANY_ANSWER, readAnswer } from './answer';
import { readFault } from './faults';
import type { Host } from './hosts';
import { type Secrets } from './redact';
import { TokenError } from './tokenError';
import { judge } from './verdict';

export type HttpRequest = (options: IHttpRequestOptions) => Promise<unknown>;

const TIMEOUT_MS = 30_000;

/** n8n does not authenticate it. @throws TokenError when no answer came */
export async function sendForCredential(
	host: Host,
	httpRequest: HttpRequest,
	request: ServiceRequest,
	secrets: Secrets,
	headers: IDataObject = {},
) {
	const { method, path, body } = request;
	const ask = async (abortSignal: AbortSignal) => {
		const options = { ...ANY_ANSWER, url: host.root + path, method, headers, body, abortSignal };
		return await readAnswer(await httpRequest(options), abortSignal);
	};
	const answer = await within(TIMEOUT_MS, undefined, ask).catch((thrown: unknown): never => {
		const { message, description, trouble } = readFault(thrown, host);
		throw new TokenError(message, secrets.redact(description), trouble !== 'final');
	});
	const reply = { ...answer, body: secrets.redactAll(answer.body) };
	return { verdict: judge(reply, request, host), body: reply.body };
}
