import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { fingerprintOf, readKeyPair } from './keyPair';
import { refuseOtherHosts } from './ownHosts';
import { noteRefused } from './token';

/** Name of the credential type. */
export const CREDENTIAL_NAME = 'mediaGenerationApi';

/** Carries a token that the service rejected from the transport to the credential. It is never sent. */
export const REJECTED_TOKEN_HEADER = 'x-rejected-token';

/** Marks the request of a credential test, which has to prove the key pair and not an older token. It is never sent. */
export const PROVE_KEYS_HEADER = 'x-prove-keys';

/** Credentials, as n8n holds them for one request, whose key pair was exchanged for that request. */
const exchanged = new WeakSet();

/** Those that a test of the credential is to prove. */
const toBeProven = new WeakSet();

export function markExchanged(credential: ICredentialDataDecryptedObject): void {
	exchanged.add(credential);
}

export function isExchanged(credential: ICredentialDataDecryptedObject): boolean {
	return exchanged.has(credential);
}

export function isToBeProven(credential: ICredentialDataDecryptedObject): boolean {
	return toBeProven.has(credential);
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
 * Puts the stored token on a request (service.md: Authentication), in place: the transport reads it back from there.
 * @throws NewTokenNeeded for n8n, when the stored token is the one that was rejected, belongs to another key pair, or
 * is older than a test of the credential; AddressError when the request goes to a host that is none of the credential's.
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
	refuseOtherHosts({ ...request }, credential);
	if (typeof rejected === 'string') noteRefused(rejected);
	const asksForProof = prove !== undefined && !toBeProven.has(credential);
	if (asksForProof) toBeProven.add(credential);
	// A service that gives the same token again is asked with it, and says itself what is wrong.
	const isRejected = rejected === accessToken && !exchanged.has(credential);
	if (fingerprint !== owner || isRejected || asksForProof) throw new NewTokenNeeded();
	headers.Authorization = `Bearer ${typeof accessToken === 'string' ? accessToken : ''}`;
	return request;
}

/** The token that putTokenOn put on the request. */
export function tokenOn(headers: Readonly<Record<string, unknown>>): string | undefined {
	const { Authorization: value } = headers;
	return typeof value === 'string' && value.startsWith('Bearer ') ? value.slice('Bearer '.length) : undefined;
}
