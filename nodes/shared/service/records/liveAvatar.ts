import { z } from 'zod/v3';
import { failureFields, id, one, optionalId, optionalNumber, optionalText, status } from './fields';

const streamUrls = z
	.object({
		client_pull_stream_url: optionalText,
		client_chat_room_url: optionalText,
		server_chat_room_url: optionalText,
	})
	.passthrough()
	.optional()
	.catch(undefined);

const sessionRecord = z
	.object({
		_id: id,
		status,
		stream_urls: streamUrls,
		avatar_id: optionalId,
		create_time: optionalNumber,
		...failureFields,
	})
	.passthrough();

/** A session (service.md: Live avatar sessions). `stream_urls` of the detail answer may hold only the pull URL. */
export const session = one(sessionRecord);
