import { z } from 'zod/v3';
import { requestToChange } from '../shared/jobs/kinds/session';
import { toFailure } from '../shared/operation/failure';
import { isAlreadyClosed } from '../shared/service/codes';
import { ServiceError } from '../shared/transport/serviceError';
import type { Transport } from '../shared/transport/types';

/**
 * Closes or pauses a session (service.md: Live avatar sessions). To close one that is closed already is fine. An unknown
 * one is not: the session that was meant goes on costing credits.
 * @throws ItemFailure that names the session
 */
export async function changeSession(
	transport: Transport,
	action: 'close' | 'pause',
	id: string,
): Promise<void> {
	try {
		await transport.send(requestToChange(action, id), z.unknown());
	} catch (error) {
		if (action === 'close' && error instanceof ServiceError && isAlreadyClosed(error.code)) return;
		throw toFailure(error, { id, kind: 'liveAvatarSession' });
	}
}
