import { hash } from 'node:crypto';
import { trimmed } from '../service/values';
import { hostsOf, type Host, type HostName } from './hosts';
import { TokenError } from './faults';
import type { CallContext } from './types';

export const CREDENTIAL_NAME = 'mediaGenerationApi';

export interface KeyPair {
	clientId: string;
	clientSecret: string;
}

/** Claims, rate limiters, callbacks and tokens go by this value (service.md: Authentication). */
export type Account = {
	/** Who pays: the Client ID, or a hash of the API Key. Never an address. */
	identity: string;
	/** Changes with everything that a token depends on. */
	fingerprint: string;
	hosts: Record<HostName, Host>;
	/** Signs references in addresses. */
	secret: string;
} & (
	| { apiKey: undefined; keys: KeyPair }
	// Only the keys can verify its callbacks.
	| { apiKey: string; keys: KeyPair | undefined }
);

/** Drops the spaces that come with pasting. @throws TokenError which names the field */
export function readAccount(credential: Record<string, unknown>): Account {
	const hosts = hostsOf(credential);
	const { root } = hosts.service;
	const [clientId, clientSecret] = [textOf(credential.clientId), textOf(credential.clientSecret)];
	const keys = { clientId, clientSecret };
	if (credential.authentication === 'apiKey') {
		const apiKey = needed(textOf(credential.apiKey), 'API Key');
		if (!fitsHeader(apiKey)) {
			throw new TokenError('The API Key in the credential has characters that no key has', COPY);
		}
		const login = { identity: digest(apiKey), fingerprint: digest(root, apiKey), secret: apiKey, apiKey };
		return { ...login, hosts, keys: clientId && clientSecret ? keys : undefined };
	}
	needed(clientId, 'Client ID');
	needed(clientSecret, 'Client Secret');
	const fingerprint = digest(root, clientId, clientSecret);
	return { identity: clientId, fingerprint, hosts, secret: clientSecret, apiKey: undefined, keys };
}

/** @throws TokenError; n8n's error when it can't be read */
export async function accountOf(
	context: Pick<CallContext, 'getCredentials'>,
	item?: number,
): Promise<Account> {
	return readAccount(await context.getCredentials(CREDENTIAL_NAME, item));
}

/** For a request that n8n does not log in. */
export function loginHeaders({ apiKey }: Account, token: string): Record<string, string> {
	return apiKey === undefined ? { Authorization: `Bearer ${token}` } : { [API_KEY_HEADER]: apiKey };
}

/** The token or API Key on a request. */
export function tokenOn(headers: Readonly<Record<string, unknown>>): string | undefined {
	const { Authorization: bearer, [API_KEY_HEADER]: apiKey } = headers;
	if (typeof apiKey === 'string') return apiKey;
	return typeof bearer === 'string' && bearer.startsWith(BEARER) ? bearer.slice(BEARER.length) : undefined;
}

const API_KEY_HEADER = 'x-api-key';
const BEARER = 'Bearer ';

export const fitsHeader = (text: string) => /^[\x21-\x7e]{1,8000}$/.test(text);

const COPY = 'Copy it from your account at the service';

function needed(key: string, field: string): string {
	if (key !== '') return key;
	throw new TokenError(`The ${field} in the credential is empty`, COPY);
}

const textOf = (value: unknown) => (typeof value === 'string' ? trimmed(value) : '');

const digest = (...parts: string[]) => hash('sha256', JSON.stringify(parts), 'base64url');

export async function serviceAddress(context: Pick<CallContext, 'getCredentials'>): Promise<string> {
	const { baseUrl } = await context.getCredentials(CREDENTIAL_NAME);
	return typeof baseUrl === 'string' ? trimmed(baseUrl) : '';
}
