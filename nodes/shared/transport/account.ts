import { addressesOf, API_ROOT } from './addresses';
import { CREDENTIAL_NAME } from './authentication';
import { ServiceError } from './errors';
import { detectionPlace, servicePlace } from './place';
import type { CallContext } from './types';

/**
 * Where requests go, by the hosts of the credential: the address that the paths are below, its name in the words of the
 * screen, and what no text may contain.
 * @throws ServiceError that says what to change in the credential
 */
export async function readTargets(context: CallContext) {
	return await openTargets(context).catch((thrown: unknown): never => {
		throw new ServiceError(thrown instanceof Error ? thrown.message : 'The credential could not be read', {
			description: 'Open the credential of this node, and test it',
			stopsEverything: true,
		});
	});
}

async function openTargets(context: CallContext) {
	const credential = await context.getCredentials(CREDENTIAL_NAME);
	const { service, detection, isOneHost } = addressesOf(credential);
	const secrets = [credential.clientSecret, credential.accessToken];
	return {
		service: { root: service + API_ROOT, place: servicePlace(service), secrets },
		detection: { root: detection, place: detectionPlace(detection, isOneHost), secrets },
	};
}

export type Target = Awaited<ReturnType<typeof openTargets>>['service'];

/** The service's address in the credential; empty when it can't be read. */
export async function serviceAddress(context: Pick<CallContext, 'getCredentials'>): Promise<string> {
	const { baseUrl } = await context.getCredentials(CREDENTIAL_NAME);
	return typeof baseUrl === 'string' ? baseUrl.trim() : '';
}
