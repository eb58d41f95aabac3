import { z } from 'zod/v3';
import { callOperation } from '../../../shared/operation/define';
import { optionalId } from '../../../shared/operation/inputs';
import { tellSession } from '../../sessionCalls';
import { neededSession, sessionField } from '../../sessionField';

/** Stops the stream of a session for a while (service.md: Live avatar sessions). */
export const pause = callOperation({
	value: 'pause',
	name: 'Pause',
	action: 'Pause a live avatar session',
	description:
		'Stop the stream of a session for a while. It can take up to several seconds until it stops. The next message starts it again; after a long silence the session ends and has to be created anew.',
	fields: [sessionField('The session to pause')],
	input: z.object({ sessionId: optionalId }),
	async call({ sessionId }, tools) {
		const id = neededSession(sessionId, tools);
		await tellSession(tools.transport, 'pause', id);
		return { success: true, id };
	},
});
