import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { ServiceRequest } from '../service/request';
import { endedBy } from '../n8n/unstoppable';
import { CREDENTIAL_NAME, REJECTED_TOKEN_HEADER, tokenOn } from './authentication';
import { ANY_ANSWER, replyOf } from './ask';
import { within } from './deadline';
import type { CallContext } from './types';

/** Any answer, and the token that the request carried. */
export type Reply = ReturnType<typeof replyOf> & { token: string };

export interface Call {
	request: ServiceRequest;
	url: string;
	method: ServiceRequest['method'];
	/** A token that the service rejected, for the credential to replace. */
	rejectedToken?: string;
	/** For the whole exchange, from its first byte to its last. */
	timeoutMs: number;
	signal?: AbortSignal;
}

/**
 * Sends a request once, with the token of the credential.
 * @throws n8n's error when no answer came; it contains the token, so it must not leave the transport.
 */
export async function callOnce(context: CallContext, call: Call): Promise<Reply> {
	const headers: IDataObject =
		call.rejectedToken === undefined ? {} : { [REJECTED_TOKEN_HEADER]: call.rejectedToken };
	const options = optionsOf(call, headers);
	// A create under way is finished even after a Stop: it is paid for, and only its answer has the ID.
	const stop = call.request.intent === 'create' ? undefined : call.signal;
	const answer: unknown = await within(
		call.timeoutMs,
		stop,
		async (signal): Promise<unknown> =>
			await context.helpers.httpRequestWithAuthentication.call(endedBy(signal, context), CREDENTIAL_NAME, {
				...options,
				abortSignal: signal,
			}),
	);
	return { ...replyOf(answer), token: tokenOn(headers) ?? (await storedToken(context)) };
}

/** Fields without a value, and an empty query, are left out by n8n's HTTP client. */
function optionsOf({ request, url, method, timeoutMs }: Call, headers: IDataObject): IHttpRequestOptions {
	const { query, body } = request;
	const options = { url, method, headers, ...ANY_ANSWER, timeout: timeoutMs };
	if (method !== 'GET') return { ...options, qs: query, body };
	// n8n sends no body with GET, so its fields go into the query.
	const qs: IDataObject = { ...query };
	for (const [name, value] of Object.entries(body ?? {})) {
		qs[name] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
	}
	return { ...options, qs };
}

/** When n8n has copied the request, its token can't be seen from here. */
async function storedToken(context: CallContext): Promise<string> {
	const { accessToken } = await context.getCredentials(CREDENTIAL_NAME);
	return typeof accessToken === 'string' ? accessToken : '';
}
