import { z } from 'zod';
import { isObject } from '../values';
import { failureFields, id, listOf, one, optionalId, optionalNumber, optionalText, status } from './fields';

const streamUrls = z
	.object({
		client_pull_stream_url: optionalText,
		client_chat_room_url: optionalText,
		server_chat_room_url: optionalText,
		client_push_stream_url: optionalText,
	})
	.passthrough()
	.optional()
	.catch(undefined);

const sessionRecord = z
	.object({
		_id: id,
		status,
		stream_urls: streamUrls,
		task_id: optionalId,
		avatar_id: optionalId,
		create_time: optionalNumber,
		...failureFields,
	})
	.passthrough();

/**
 * A session (service.md: Live avatar sessions). `stream_urls` of the detail answer may hold the pull URL alone
 * (service.md: Live avatar sessions).
 */
export const session = one(sessionRecord);
export type Session = z.infer<typeof session>;

/** `data` of the session list: one page in `result`, and in `count` the number of all sessions, where it is told. */
export const sessionList = z.preprocess(
	(data) => (isObject(data) ? data : { result: data }),
	z.object({ count: optionalNumber, result: listOf(sessionRecord) }).passthrough(),
);
export type SessionList = z.infer<typeof sessionList>;
