import { jobFields, one, optionalId, optionalNumber, optionalText, record, status } from './fields';

const streamUrls = record({
	client_pull_stream_url: optionalText,
	client_chat_room_url: optionalText,
	server_chat_room_url: optionalText,
});

/** A session (service.md: Live avatar sessions). `stream_urls` of the detail answer may hold only the pull URL. */
export const session = one(
	record({
		...jobFields,
		status,
		stream_urls: streamUrls.optional().catch(undefined),
		avatar_id: optionalId,
		create_time: optionalNumber,
	}),
);
