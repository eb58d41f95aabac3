import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { readOperation } from '../../../shared/operation/define';
import { id } from '../../../shared/operation/inputs';
import { readSessionField } from '../../sessionField';

/** One session for each item (service.md: Live avatar sessions). */
export const get = readOperation({
	value: 'get',
	name: 'Get',
	action: 'Get a live avatar session',
	description: 'Get the status and the stream addresses of a live avatar session by its ID',
	kind: jobKinds.liveAvatarSession,
	fields: [readSessionField],
	input: z.object({ sessionId: id }),
	ids: ({ sessionId }) => [sessionId],
});
