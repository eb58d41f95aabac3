import { z } from 'zod/v3';
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
	const closes = action === 'close';
	const path = `/liveAvatar/session/${action}`;
	const how = { intent: 'repeatable', patient: closes, group: 'liveAvatar' } as const;
	try {
		await transport.send({ method: 'POST', path, body: { id }, ...how }, z.unknown());
	} catch (error) {
		if (closes && error instanceof ServiceError && isAlreadyClosed(error.code)) return;
		throw toFailure(error, { id, kind: 'liveAvatarSession' });
	}
}
