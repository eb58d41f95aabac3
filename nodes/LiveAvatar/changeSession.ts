import { z } from 'zod/v3';
import { requestToChange } from '../shared/jobs/kinds/session';
import { ItemFailure, toFailure } from '../shared/operation/failure';
import type { Tools } from '../shared/operation/types';
import { isAlreadyClosed } from '../shared/service/codes';
import { ServiceError } from '../shared/transport/serviceError';
import type { Transport } from '../shared/transport/types';
import { LABEL, sessionId, sessionOf } from './session';

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

/** What closing and pausing have in common: the session that the field names, or else the input item. */
export const changeOf = (action: 'close' | 'pause') => ({
	parameters: { sessionId: sessionId(`The session to ${action}`) },
	async call(given: { sessionId?: string }, tools: Tools) {
		const id = sessionOf(given.sessionId, tools);
		if (id === undefined) {
			throw new ItemFailure(`${LABEL} must be filled in, but nothing was given`, {
				description:
					'Choose a session from the list, or take it from the id that Create puts out or the sessionId that Send Message puts out.',
			});
		}
		await changeSession(tools.transport, action, id);
		return { success: true, id };
	},
});
