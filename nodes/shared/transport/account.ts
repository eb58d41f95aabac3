import { hash } from 'node:crypto';
import { trimmed } from '../service/values';
import { normalizeAddress } from './hosts';
import { TokenError } from './tokenError';
import type { CallContext } from './types';

export const CREDENTIAL_NAME = 'mediaGenerationApi';

export type KeyPair = ReturnType<typeof readKeyPair>;

/** Drops the spaces that come with pasting (service.md: Authentication). @throws TokenError which names the field */
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

export async function serviceAddress(context: Pick<CallContext, 'getCredentials'>): Promise<string> {
	const { baseUrl } = await context.getCredentials(CREDENTIAL_NAME);
	return typeof baseUrl === 'string' ? trimmed(baseUrl) : '';
}
