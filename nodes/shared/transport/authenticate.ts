import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { loginHeaders, readAccount } from './account';
import { REJECTED_TOKEN_HEADER } from './sendOnce';
import { refuseElsewhere } from './hosts';
import { refusedTokens } from './token';

/** Never sent. */
export const PROVE_KEYS_HEADER = 'x-prove-keys';

export const exchanged = new WeakSet<ICredentialDataDecryptedObject>();

export const toBeProven = new WeakSet<ICredentialDataDecryptedObject>();

/** n8n fetches a new token after an error that looks like HTTP 401. The service rejects a token with HTTP 200. */
const newTokenNeeded = () =>
	Object.assign(new Error('The access token has to be renewed'), { response: { status: 401 } });

/** The transport reads the token back from the request (service.md: Authentication). @throws newTokenNeeded for n8n */
export function putTokenOn(
	request: IHttpRequestOptions,
	credential: ICredentialDataDecryptedObject,
): IHttpRequestOptions {
	const headers = (request.headers ??= {});
	const { [REJECTED_TOKEN_HEADER]: rejected, [PROVE_KEYS_HEADER]: prove } = headers;
	delete headers[REJECTED_TOKEN_HEADER];
	delete headers[PROVE_KEYS_HEADER];

	const { accessToken, fingerprint } = credential;
	const account = readAccount(credential);
	refuseElsewhere({ ...request }, account);
	// Otherwise n8n's helpers, and its HTTP Request node up to 4.3, put the token on a redirect to any host.
	request.sendCredentialsOnCrossOriginRedirect = false;
	if (typeof rejected === 'string') refusedTokens.set(rejected, true);
	const asksForProof = prove !== undefined && !toBeProven.has(credential);
	if (asksForProof) toBeProven.add(credential);
	const isRejected = rejected === accessToken && !exchanged.has(credential);
	const isUsable = account.apiKey !== undefined || (fingerprint === account.fingerprint && !isRejected);
	if (!isUsable || asksForProof) throw newTokenNeeded();
	Object.assign(headers, loginHeaders(account, typeof accessToken === 'string' ? accessToken : ''));
	return request;
}
