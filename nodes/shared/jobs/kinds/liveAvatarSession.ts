import { session } from '../../service/records';
import { sessionStatus } from '../../service/status';
import { createdState, isoDate, readOne, standing, stateOf } from './state';
import type { JobKind } from './types';

const state = stateOf(session, (record) => {
	const urls = record.stream_urls;
	return {
		...standing(sessionStatus, record.status, record),
		createdAt: isoDate(record.create_time),
		streamUrls: urls && {
			...(urls.client_pull_stream_url && { clientPullStreamUrl: urls.client_pull_stream_url }),
			...(urls.client_chat_room_url && { clientChatRoomUrl: urls.client_chat_room_url }),
			...(urls.server_chat_room_url && { serverChatRoomUrl: urls.server_chat_room_url }),
		},
	};
});

/** Live avatar sessions: ready while they stream (service.md: Live avatar sessions). */
export const liveAvatarSession: JobKind = {
	name: 'liveAvatarSession',
	label: 'Live avatar session',
	group: 'liveAvatar',
	callbackTypes: [],
	created: createdState(state),
	read: readOne('/liveAvatar/session/detail', 'id', 'liveAvatar', state),
	giveUp: (id) => ({
		method: 'POST',
		path: '/liveAvatar/session/close',
		body: { id },
		intent: 'repeatable',
		patient: true,
		group: 'liveAvatar',
	}),
	ready: 'streaming',
};
