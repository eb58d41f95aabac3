import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { fingerprintOf, readKeyPair } from './keyPair';

/** Name of the credential type. */
export const CREDENTIAL_NAME = 'mediaGenerationApi';

/** Carries a token that the service rejected from the transport to the credential. It is never sent. */
export const REJECTED_TOKEN_HEADER = 'x-rejected-token';

/** Marks the request of a credential test, which has to prove the key pair and not an older token. It is never sent. */
export const PROVE_KEYS_HEADER = 'x-prove-keys';

/** Credentials, as n8n holds them for one request, whose key pair was exchanged for that request. */
const proven = new WeakSet();

export function markProven(credential: ICredentialDataDecryptedObject): void {
	proven.add(credential);
}

/**
 * n8n fetches and stores a new token, and then calls again, when what it tried to send came to an error that looks like
 * HTTP 401. The service says a rejected token with HTTP 200, so that such an error is made here.
 */
class NewTokenNeeded extends Error {
	override readonly name = 'NewTokenNeeded';
	readonly response = { status: 401 };

	constructor() {
		super('The access token has to be renewed');
	}
}

/**
 * Puts the stored token on a request (interface: Authentication), in place: the transport reads it back from there.
 * @throws NewTokenNeeded for n8n, when the stored token is the one that was rejected, belongs to another key pair, or
 * is older than a test of the credential.
 */
export function putTokenOn(
	request: IHttpRequestOptions,
	credential: ICredentialDataDecryptedObject,
): IHttpRequestOptions {
	const headers = (request.headers ??= {});
	const { [REJECTED_TOKEN_HEADER]: rejected, [PROVE_KEYS_HEADER]: prove } = headers;
	delete headers[REJECTED_TOKEN_HEADER];
	delete headers[PROVE_KEYS_HEADER];

	const { accessToken, fingerprint } = credential;
	const owner = fingerprintOf(readKeyPair(credential));
	const isUnproven = prove !== undefined && !proven.has(credential);
	if (fingerprint !== owner || rejected === accessToken || isUnproven) throw new NewTokenNeeded();
	headers.Authorization = `Bearer ${typeof accessToken === 'string' ? accessToken : ''}`;
	return request;
}

/** The token that putTokenOn put on the request. */
export function tokenOn(headers: Readonly<Record<string, unknown>>): string | undefined {
	const { Authorization: value } = headers;
	return typeof value === 'string' && value.startsWith('Bearer ') ? value.slice('Bearer '.length) : undefined;
}
