import { normalizeAddress } from './addresses';
import { CREDENTIAL_NAME } from './authentication';
import { ServiceError } from './errors';
import { detectionPlace, servicePlace, type Place } from './place';
import type { CallContext } from './types';

/** What a transport needs of the credential. */
export interface Account {
	/** Address of the service, as normalizeAddress gives it. */
	service: string;
	/** Address of the host that detects faces; the service's own where none is given. */
	detection: string;
	/** The names of both, in the words of the credential's screen. */
	places: Readonly<Record<'service' | 'detection', Place>>;
	/** What no text may contain. */
	secrets: string[];
}

/** @throws ServiceError that says what to change in the credential. */
export async function readAccount(context: CallContext): Promise<Account> {
	return await openAccount(context).catch(refuse);
}

async function openAccount(context: CallContext): Promise<Account> {
	const { baseUrl, detectUrl, clientSecret, accessToken } = await context.getCredentials(CREDENTIAL_NAME);
	const service = normalizeAddress(baseUrl, 'Base URL');
	const isOneHost = typeof detectUrl !== 'string' || detectUrl.trim() === '';
	const detection = isOneHost ? service : normalizeAddress(detectUrl, 'Face Detection URL');
	return {
		service,
		detection,
		places: {
			service: servicePlace(hostOf(service)),
			detection: detectionPlace(hostOf(detection), isOneHost),
		},
		secrets: [clientSecret, accessToken].filter((secret) => typeof secret === 'string'),
	};
}

const hostOf = (address: string) => new URL(address).host;

function refuse(thrown: unknown): never {
	throw new ServiceError(thrown instanceof Error ? thrown.message : 'The credential could not be read', {
		description: 'Open the credential of this node, and test it',
		stopsEverything: true,
	});
}

/** The service's address in the credential; empty when it can't be read. */
export async function serviceAddress(context: Pick<CallContext, 'getCredentials'>): Promise<string> {
	const { baseUrl } = await context.getCredentials(CREDENTIAL_NAME);
	return typeof baseUrl === 'string' ? baseUrl.trim() : '';
}
