import type { z } from '../../zod';
import { failureReason, session } from '../../service/records';
import { sessionStatus, type JobStatus } from '../../service/statuses';
import { freeRequest, type ServiceRequest } from '../../service/request';
import { readAlone, stateOf, type JobState } from './state';

type Session = z.output<typeof session>;

const OPEN_THOUGH_COMPLETED = 'Completed (3), but with a stream: it may cost credits until you close it';

/** "Completed" may mean a session that has ended, or a session that was opened (service.md: Live avatar sessions). */
function isOpenThoughCompleted(record: Session): boolean {
	const { stream_urls: urls = {} } = record;
	const hasStream = Object.values(urls).some((url) => typeof url === 'string' && url !== '');
	const isCompleted = sessionStatus(record.status) === 'closed';
	return isCompleted && hasStream && failureReason(record, 'liveAvatar') === undefined;
}

const sessionState = (whenOpen: JobStatus) =>
	stateOf(
		'liveAvatar',
		session,
		(record) => ({
			number: record.status,
			reason: isOpenThoughCompleted(record) ? OPEN_THOUGH_COMPLETED : undefined,
			streamUrls: record.stream_urls && streamUrlsOf(record.stream_urls),
		}),
		(number, record) => (isOpenThoughCompleted(record) ? whenOpen : sessionStatus(number)),
	);

/** A session has about eight. They are stored with the execution. */
const MOST_ADDRESSES = 50;

function streamUrlsOf(urls: object): JobState['streamUrls'] {
	const entries = Object.entries(urls)
		.slice(0, MOST_ADDRESSES)
		.flatMap(([name, value]): Array<[string, string | number]> => {
			if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return [];
			return [[name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase()), value]];
		});
	return Object.fromEntries(entries);
}

/** A close is patient, because "not now" would leave the session open. */
export function requestToChange(action: 'close' | 'pause', id: string): ServiceRequest {
	const asked = { body: { id }, patient: action === 'close' };
	return freeRequest('liveAvatar', 'POST', `/liveAvatar/session/${action}`, asked);
}

/** service.md: Live avatar sessions */
export const liveAvatarSession = {
	...readAlone({
		name: 'liveAvatarSession',
		label: 'Live avatar session',
		get: 'Session › Get',
		group: 'liveAvatar',
		callbackTypes: [],
		path: '/liveAvatar/session/detail',
		parameter: 'id',
		state: sessionState('streaming'),
		ready: 'streaming',
	}),
	created: sessionState('unknown'),
};
