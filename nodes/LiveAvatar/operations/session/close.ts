import { z } from 'zod/v3';
import { callOperation } from '../../../shared/operation/define';
import { optionalId } from '../../../shared/operation/inputs';
import { tellSession } from '../../sessionCalls';
import { neededSession, sessionField } from '../../sessionField';

/** Ends a session, and with it what it costs (service.md: Live avatar sessions). */
export const close = callOperation({
	value: 'close',
	name: 'Close',
	action: 'Close a live avatar session',
	description:
		'End a live avatar session, so that it costs nothing more. Closing it twice does no harm. Every session that was created has to be closed.',
	fields: [sessionField('The session to close')],
	input: z.object({ sessionId: optionalId }),
	async call({ sessionId }, tools) {
		const id = neededSession(sessionId, tools);
		await tellSession(tools.transport, 'close', id);
		return { success: true, id };
	},
});
