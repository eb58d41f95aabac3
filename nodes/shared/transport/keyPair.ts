import { createHash } from 'crypto';
import { isObject } from '../service/values';
import { normalizeAddress } from './addresses';
import { TokenError } from './tokenError';

/** What is exchanged for a token, and where. */
export interface KeyPair {
	/** As normalizeAddress gives it. */
	baseUrl: string;
	clientId: string;
	clientSecret: string;
}

/**
 * The key pair of a credential, without the spaces that come with pasting (service.md: Authentication).
 * @throws AddressError or TokenError, which name the field that is empty or wrong.
 */
export function readKeyPair(credential: unknown): KeyPair {
	const fields = isObject(credential) ? credential : {};
	const baseUrl = normalizeAddress(fields.baseUrl, 'Base URL');
	return {
		baseUrl,
		clientId: readKey(fields.clientId, 'Client ID'),
		clientSecret: readKey(fields.clientSecret, 'Client Secret'),
	};
}

/** Tells key pairs apart without revealing them: stored beside a token, it says whose token that is. */
export function fingerprintOf({ baseUrl, clientId, clientSecret }: KeyPair): string {
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, clientId, clientSecret]))
		.digest('base64url');
}

function readKey(value: unknown, field: string): string {
	const key = typeof value === 'string' ? value.trim() : '';
	if (key !== '') return key;
	throw new TokenError(
		`The ${field} in the credential is empty`,
		'Copy it from your account at the service',
		false,
	);
}
