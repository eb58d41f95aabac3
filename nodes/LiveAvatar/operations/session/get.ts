import { jobKinds } from '../../../shared/jobs/kinds';
import { defineGet } from '../../../shared/operation/defineOperation';
import { readSessionId } from '../../session';

export const get = defineGet({
	action: 'Get a live avatar session',
	description: 'Get the status and the stream addresses of a live avatar session by its ID',
	kind: jobKinds.liveAvatarSession,
	parameters: { sessionId: readSessionId },
});
