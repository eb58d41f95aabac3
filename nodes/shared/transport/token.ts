import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { realNow, withCancelSignal } from '../async/environment';
import { BoundedMap, isObject, textOf } from '../service/values';
import { isBanned, isKnownCode } from '../service/failure';
import { isServerFault } from './verdict';
import { CREDENTIAL_NAME, fitsHeader, COPY, loginHeaders, readAccount, tokenOn } from './account';
import type { Account } from './account';
import type { CallContext } from '../n8n/executionFacts';
import { freeRequest, READ_BALANCE, type ServiceRequest } from '../service/request';
import { exchange, type HttpRequest } from './http';
import { TokenError } from './tokenError';
import { Secrets } from './redact';
import { DETECT_PATH, refuseElsewhere } from './hosts';

const TIMEOUT_MS = 30_000;
const JUST_FETCHED_MS = 10_000;
const MOST_REMEMBERED = 200;

/** `older` are tokens that it gave before. `at` is when the token came, and Infinity until then. */
const exchanges = new BoundedMap<string, { token: Promise<string>; older: Set<string>; at: number }>(
	MOST_REMEMBERED,
);

export const refusedTokens = new BoundedMap<string, true>(MOST_REMEMBERED);

/** Concurrent callers share a request (service.md: Authentication). @throws TokenError whose message holds no secret */
export async function fetchToken(
	httpRequest: HttpRequest,
	account: Account,
	rejected = '',
	hadOne = false,
): Promise<string> {
	const { fingerprint } = account;
	const last = exchanges.get(fingerprint);
	if (last) {
		const isRecent = realNow() - last.at < JUST_FETCHED_MS;
		if (last.at === Infinity) last.older.add(rejected);
		const token = await last.token;
		const isNewer = last.older.has(rejected) && token !== rejected;
		if (isRecent && isNewer && !refusedTokens.has(token)) return token;
		// Another caller may have begun one meanwhile.
		const next = exchanges.get(fingerprint);
		if (next && next !== last) return await next.token;
		last.older.add(token);
	}
	const older = new Set([...(last?.older ?? []), rejected].slice(-MOST_REMEMBERED));
	const exchange = { token: requestToken(httpRequest, account, hadOne), older, at: Infinity };
	exchanges.set(fingerprint, exchange);
	exchange.token.then(
		() => (exchange.at = realNow()),
		() => exchanges.delete(fingerprint),
	);
	return await exchange.token;
}

async function requestToken(httpRequest: HttpRequest, account: Account, hadOne: boolean): Promise<string> {
	const request = { ...freeRequest('token', 'POST', '/getToken'), body: { ...account.keys } };
	const verdict = await sendForCredential(httpRequest, account, request);
	if (verdict.kind === 'refused') {
		const { trouble, errorCode: code, httpStatus = 0, message, next, description } = verdict;
		const isPassing = trouble === 'refusedForNow' || isServerFault(code ?? httpStatus);
		const isOdd = trouble !== 'tokenRejected' && (code === undefined || !isKnownCode(code));
		throw new TokenError(message, description, isPassing || (hadOne && isOdd) ? 'runAgainLater' : next);
	}
	const token = tokenIn(verdict);
	if (fitsHeader(token)) return token;
	throw new TokenError(
		'The service gave no token for this Client ID and Client Secret',
		'Check the Base URL in the credential',
	);
}

/** The token is next to the code, or under `data` (service.md: Authentication). */
export function tokenIn({ body, data }: { body?: unknown; data: unknown }): string {
	const places = [body, data].map((each) => (isObject(each) ? each.token : each));
	return textOf(places.find((each) => typeof each === 'string'));
}

const PROOFS: readonly ServiceRequest[] = [
	READ_BALANCE,
	freeRequest('faceSwap', 'POST', DETECT_PATH, { host: 'detection', body: { single_face: true } }),
];

/** Any other refusal shows that a host takes the token (service.md: Face detection). @throws TokenError */
async function proveToken(httpRequest: HttpRequest, account: Account, token: string): Promise<void> {
	const headers = loginHeaders(account, token);
	for (const request of PROOFS) {
		const verdict = await sendForCredential(httpRequest, account, request, headers);
		if (verdict.kind === 'answered') continue;
		const { trouble, errorCode: code, message, next, description } = verdict;
		if (trouble === 'tokenRejected') {
			const isKey = account.apiKey !== undefined;
			const what = isKey ? 'the API Key in the credential' : 'the access token just given';
			const toDo = isKey ? COPY : 'Check that no proxy removes the Authorization header';
			const { name, check } = account.hosts[request.host ?? 'service'];
			throw new TokenError(`${name} does not accept ${what}`, request.host ? check : toDo);
		}
		if (code === undefined || isBanned(code)) throw new TokenError(message, description, next);
	}
}

/** n8n does not log it in. @throws TokenError when no answer came */
async function sendForCredential(
	httpRequest: HttpRequest,
	account: Account,
	request: ServiceRequest,
	login: IDataObject = {},
) {
	const secrets = new Secrets(account.keys?.clientSecret, tokenOn(login));
	const send: HttpRequest = async ({ headers, ...options }) =>
		await httpRequest({ ...options, headers: { ...headers, ...login } });
	const verdict = await exchange(request, account, secrets, { ms: TIMEOUT_MS, now: realNow }, send);
	if (verdict.kind === 'answered' || verdict.httpStatus !== undefined) return verdict;
	throw new TokenError(verdict.message, verdict.description, verdict.next);
}

/** n8n logs it in by `putTokenOn`. Its answer comes with the token, which n8n's error contains too. */
export async function sendLoggedIn(
	context: CallContext,
	options: IHttpRequestOptions,
	rejected?: string,
	payer?: string,
) {
	const headers = {
		...options.headers,
		...(rejected !== undefined && { [REJECTED_TOKEN_HEADER]: rejected }),
		...(payer !== undefined && { [PAYER_HEADER]: payer }),
	};
	const { httpRequestWithAuthentication: send } = context.helpers;
	const sender = withCancelSignal(options.abortSignal, context);
	const answer: unknown = await send.call(sender, CREDENTIAL_NAME, { ...options, headers });
	return { answer, token: tokenOn(headers) ?? '' };
}

/** From the transport to the credential. Never sent, as the other two. */
const REJECTED_TOKEN_HEADER = 'x-rejected-token';
/** The account of a create's claim. n8n reads the credential again for each request. */
const PAYER_HEADER = 'x-payer';
export const PROVE_KEYS_HEADER = 'x-prove-keys';

const exchanged = new WeakSet<ICredentialDataDecryptedObject>();
const toBeProven = new WeakSet<ICredentialDataDecryptedObject>();

/** Returns the fields that n8n stores. A test of the credential shows the token to both hosts. @throws TokenError */
export async function signIn(
	httpRequest: HttpRequest,
	credential: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const account = readAccount(credential);
	const { apiKey, fingerprint } = account;
	let accessToken = typeof credential.accessToken === 'string' ? credential.accessToken : '';
	if (apiKey === undefined && !exchanged.has(credential)) {
		const hadOne = credential.fingerprint === fingerprint;
		accessToken = await fetchToken(httpRequest, account, accessToken, hadOne);
		exchanged.add(credential);
	}
	if (toBeProven.has(credential)) await proveToken(httpRequest, account, accessToken);
	return apiKey === undefined ? { accessToken, fingerprint } : {};
}

/** The transport reads the token back from the request (service.md: Authentication). @throws TokenError */
export function putTokenOn(
	request: IHttpRequestOptions,
	credential: ICredentialDataDecryptedObject,
): IHttpRequestOptions {
	const headers = (request.headers ??= {});
	const { [REJECTED_TOKEN_HEADER]: rejected, [PROVE_KEYS_HEADER]: prove, [PAYER_HEADER]: payer } = headers;
	delete headers[REJECTED_TOKEN_HEADER];
	delete headers[PROVE_KEYS_HEADER];
	const { accessToken, fingerprint } = credential;
	const account = readAccount(credential);
	if (payer !== undefined && payer !== account.identity)
		throw new TokenError('The credential got another account during this run', '', 'runAgain');
	refuseElsewhere({ ...request }, account);
	// Otherwise n8n's helpers, and its HTTP Request node up to 4.3, put the token on a redirect to any host.
	request.sendCredentialsOnCrossOriginRedirect = false;
	// n8n itself applies the list to its own nodes and to the log-in. It takes an empty list for none.
	if (credential.allowedHttpRequestDomains === 'domains') {
		request.allowedDomains ??= textOf(credential.allowedDomains) || ',';
	}
	if (typeof rejected === 'string') refusedTokens.set(rejected, true);
	const asksForProof = prove !== undefined && !toBeProven.has(credential);
	if (asksForProof) toBeProven.add(credential);
	const isRejected = rejected === accessToken && !exchanged.has(credential);
	const isUsable = account.apiKey !== undefined || (fingerprint === account.fingerprint && !isRejected);
	// n8n fetches a new token after an error that looks like HTTP 401. The service rejects a token with HTTP 200.
	if (!isUsable || asksForProof)
		throw Object.assign(new Error('The access token has to be renewed'), { response: { status: 401 } });
	delete headers[PAYER_HEADER];
	Object.assign(headers, loginHeaders(account, typeof accessToken === 'string' ? accessToken : ''));
	return request;
}
