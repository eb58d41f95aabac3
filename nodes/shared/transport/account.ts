import { hash } from 'node:crypto';
import { trimmed } from '../service/values';
import { normalizeAddress } from './hosts';
import { TokenError } from './tokenError';
import type { CallContext } from './types';

export const CREDENTIAL_NAME = 'mediaGenerationApi';

export type KeyPair = ReturnType<typeof readKeyPair>;

/**
 * The key pair of a credential, without the spaces that come with pasting (service.md: Authentication).
 * @throws TokenError which names the field that is empty or wrong
 */
export function readKeyPair({ baseUrl, clientId, clientSecret }: Record<string, unknown>) {
	return {
		baseUrl: normalizeAddress(baseUrl, 'Base URL'),
		clientId: readKey(clientId, 'Client ID'),
		clientSecret: readKey(clientSecret, 'Client Secret'),
	};
}

function readKey(value: unknown, field: string): string {
	const key = typeof value === 'string' ? trimmed(value) : '';
	if (key !== '') return key;
	throw new TokenError(`The ${field} in the credential is empty`, 'Copy it from your account at the service');
}

export function keyPairFingerprint({ baseUrl, clientId, clientSecret }: KeyPair): string {
	return hash('sha256', JSON.stringify([baseUrl, clientId, clientSecret]), 'base64url');
}

export function accountOf({ baseUrl, clientId }: Record<string, unknown>): string {
	return JSON.stringify([normalizeAddress(baseUrl, 'Base URL'), String(clientId).trim()]);
}

/** The service's address in the credential; empty when it can't be read. */
export async function serviceAddress(context: Pick<CallContext, 'getCredentials'>): Promise<string> {
	const { baseUrl } = await context.getCredentials(CREDENTIAL_NAME);
	return typeof baseUrl === 'string' ? baseUrl.trim() : '';
}
