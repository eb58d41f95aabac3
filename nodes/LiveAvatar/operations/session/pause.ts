import { defineCall } from '../../../shared/operation/defineOperation';
import { changeSession } from '../../changeSession';
import { neededSession, sessionId } from '../../session';

/** Stops the stream of a session for a while (service.md: Live avatar sessions). */
export const pause = defineCall({
	value: 'pause',
	name: 'Pause',
	action: 'Pause a live avatar session',
	description:
		'Stop the stream of a session for a while. It can take up to several seconds until it stops. The next message starts it again; after a long silence the session ends and has to be created anew.',
	parameters: { sessionId: sessionId('The session to pause') },
	async call(given, tools) {
		const id = neededSession(given.sessionId, tools);
		await changeSession(tools.transport, 'pause', id);
		return { success: true, id };
	},
});
