import { defineCall } from '../../../shared/operation/defineOperation';
import { changeSession } from '../../changeSession';
import { neededSession, sessionId } from '../../session';

/** Ends a session, and with it what it costs (service.md: Live avatar sessions). */
export const close = defineCall({
	value: 'close',
	name: 'Close',
	action: 'Close a live avatar session',
	description:
		'End a live avatar session, so that it costs nothing more. Closing it twice does no harm. Every session that was created has to be closed.',
	parameters: { sessionId: sessionId('The session to close') },
	async call(given, tools) {
		const id = neededSession(given.sessionId, tools);
		await changeSession(tools.transport, 'close', id);
		return { success: true, id };
	},
});
