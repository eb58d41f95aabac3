import { z } from 'zod';
import { toFailure } from '../shared/operation/failure';
import { isAlreadyClosed } from '../shared/service/codes';
import type { ServiceRequest } from '../shared/service/request';
import { ServiceError } from '../shared/transport/errors';
import type { Transport } from '../shared/transport/types';

function requestTo(action: 'close' | 'pause', id: string): ServiceRequest {
	return {
		method: 'POST',
		path: `/liveAvatar/session/${action}`,
		body: { id },
		intent: 'repeatable',
		patient: action === 'close',
		group: 'liveAvatar',
	};
}

/**
 * Closes a session (service.md: Live avatar sessions). One that is closed already is fine. An unknown one is not: the
 * session that was meant goes on costing credits.
 * @throws ItemFailure that names the session
 */
export async function closeSession(transport: Transport, id: string): Promise<void> {
	try {
		await transport.send(requestTo('close', id), z.unknown());
	} catch (error) {
		if (error instanceof ServiceError && isAlreadyClosed(error.code)) return;
		throw toFailure(error, { id, kind: 'liveAvatarSession' });
	}
}

/**
 * Pauses a session (service.md: Live avatar sessions).
 * @throws ItemFailure that names the session
 */
export async function pauseSession(transport: Transport, id: string): Promise<void> {
	try {
		await transport.send(requestTo('pause', id), z.unknown());
	} catch (error) {
		throw toFailure(error, { id, kind: 'liveAvatarSession' });
	}
}
