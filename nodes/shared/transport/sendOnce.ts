import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../service/request';
import { withCancelSignal } from '../n8n/cancelSignal';
import { CREDENTIAL_NAME, tokenOn } from './account';
import { REJECTED_TOKEN_HEADER } from './authenticate';
import { ANY_ANSWER, readAnswer } from './answer';
import type { CallContext } from './types';

export type Reply = Awaited<ReturnType<typeof sendOnce>>;

/** @throws n8n's error, which contains the token and must not leave the transport */
export async function sendOnce(
	context: CallContext,
	request: ServiceRequest,
	url: string,
	rejectedToken: string | undefined,
	abortSignal: AbortSignal,
) {
	const { headers, ...content } = contentOf(request);
	if (rejectedToken !== undefined) headers[REJECTED_TOKEN_HEADER] = rejectedToken;
	const { httpRequestWithAuthentication: send } = context.helpers;
	const options = { ...ANY_ANSWER, ...content, url, headers, abortSignal };
	const answer: unknown = await send.call(withCancelSignal(abortSignal, context), CREDENTIAL_NAME, options);
	const reply = await readAnswer(answer, abortSignal, request);
	return { ...reply, token: tokenOn(headers) ?? (await storedToken(context)) };
}

/** n8n's HTTP client leaves out fields without a value. */
function contentOf({ method, query, body }: ServiceRequest) {
	const headers: IDataObject = method === 'GET' ? {} : { 'Content-Type': 'application/json' };
	if (method !== 'GET') return { method, qs: query, body: JSON.stringify(body), headers };
	const qs: IDataObject = { ...query };
	for (const [name, value] of Object.entries(body ?? {})) {
		qs[name] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
	}
	return { method, qs, headers };
}

/** When n8n has copied the request, its token can't be seen, but the answer may be of a paid job. */
async function storedToken(context: CallContext): Promise<string> {
	const credential = await context.getCredentials(CREDENTIAL_NAME).catch(() => undefined);
	return typeof credential?.accessToken === 'string' ? credential.accessToken : '';
}
