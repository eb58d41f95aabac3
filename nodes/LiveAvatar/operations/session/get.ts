import { defineGet } from '../../../shared/operation';
import { readSessionId } from '../../session';

export const get = defineGet({
	action: 'Get live avatar session',
	description: 'Get the status and the stream URLs of a live avatar session by its ID',
	kind: 'liveAvatarSession',
	parameters: { sessionId: readSessionId },
});
