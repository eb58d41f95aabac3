import { z } from 'zod/v3';
import type { ServiceError } from '../transport/errors';
import type { Transport } from '../transport/types';
import type { JobKind } from './kinds';
import { inHalves, isAboutIds } from './read';

/**
 * Cancels tasks with one call, or with several if the service refuses that: it may take only one id at a time, or one id
 * may be the reason (service.md: Age change).
 * @returns the ids that were not cancelled, and why
 * @throws errors of the transport other than ServiceError, as on Stop
 */
export async function cancelTasks(
	transport: Transport,
	{ cancel }: JobKind,
	jobIds: readonly string[],
): Promise<Map<string, ServiceError>> {
	const send = async (ids: readonly string[]) => {
		if (cancel) await transport.send(cancel(ids), z.unknown());
	};
	return await inHalves(jobIds, send, isAboutIds);
}
