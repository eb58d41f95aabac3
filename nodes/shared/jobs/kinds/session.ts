import type { z } from 'zod/v3';
import { session } from '../../service/records';
import { failureReason } from '../../service/records/reason';
import type { ServiceRequest } from '../../service/request';
import { sessionStatus, type SessionStatus } from '../../service/status';
import { isoDate, readAlone, stateOf } from './state';

type Session = z.output<typeof session>;

const OPEN_THOUGH_COMPLETED =
	'The service calls the session completed (3), and gives the addresses of its stream: it may be used, and cost credits, until it is closed';

/**
 * "Completed" may be the word for a session that is over, or for one that was opened (service.md: Live avatar sessions).
 * One with the addresses of a stream, and without a reason why it failed, is taken for the latter.
 */
function isOpenThoughCompleted(record: Session): boolean {
	const { stream_urls: urls = {} } = record;
	const hasStream = Object.values(urls).some((url) => typeof url === 'string' && url !== '');
	const isCompleted = sessionStatus(record.status) === 'closed';
	return isCompleted && hasStream && failureReason(record, 'liveAvatar') === undefined;
}

/** @param whenOpen what such a session is: the answer of a create always has addresses, so only its detail tells */
const sessionState = (whenOpen: SessionStatus) =>
	stateOf(
		'liveAvatar',
		session,
		(record) => ({
			given: record.status,
			reason: isOpenThoughCompleted(record) ? OPEN_THOUGH_COMPLETED : undefined,
			createdAt: isoDate(record.create_time),
			streamUrls: record.stream_urls && streamUrlsOf(record.stream_urls),
		}),
		(given, record) => (isOpenThoughCompleted(record) ? whenOpen : sessionStatus(given)),
	);

const streamUrlsOf = (urls: NonNullable<Session['stream_urls']>) => ({
	...(urls.client_pull_stream_url && { clientPullStreamUrl: urls.client_pull_stream_url }),
	...(urls.client_chat_room_url && { clientChatRoomUrl: urls.client_chat_room_url }),
	...(urls.server_chat_room_url && { serverChatRoomUrl: urls.server_chat_room_url }),
});

/** The request that closes or pauses a session. A close is patient: "not now" would leave the session open. */
export const requestToChange = (action: 'close' | 'pause', id: string): ServiceRequest => ({
	method: 'POST',
	path: `/liveAvatar/session/${action}`,
	body: { id },
	intent: 'repeatable',
	patient: action === 'close',
	group: 'liveAvatar',
});

/** Live avatar sessions: ready while they stream (service.md: Live avatar sessions). */
export const liveAvatarSession = {
	...readAlone({
		name: 'liveAvatarSession',
		label: 'Live avatar session',
		group: 'liveAvatar',
		callbackTypes: [],
		path: '/liveAvatar/session/detail',
		parameter: 'id',
		state: sessionState('streaming'),
		ready: 'streaming',
	}),
	created: sessionState('unknown'),
};
