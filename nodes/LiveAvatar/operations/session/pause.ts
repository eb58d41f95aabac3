import { z } from 'zod';
import { callOperation } from '../../../shared/operation/define';
import { optionalId } from '../../../shared/operation/inputs';
import { pauseSession } from '../../sessionCalls';
import { AFTER_A_MESSAGE, neededSession, sessionField } from '../../sessionField';

/** Stops the stream of a session for a while (interface: Pause session). */
export const pause = callOperation({
	value: 'pause',
	name: 'Pause',
	action: 'Pause a live avatar session',
	description:
		'Stop the stream of a session for a while. The next message starts it again; after a long silence the session ends.',
	fields: [sessionField({ description: `The ID that the creation of the session gave. ${AFTER_A_MESSAGE}` })],
	input: z.object({ sessionId: optionalId }),
	async call({ sessionId }, tools) {
		const id = neededSession(sessionId, tools);
		await pauseSession(tools.transport, id);
		return { success: true, id };
	},
});
