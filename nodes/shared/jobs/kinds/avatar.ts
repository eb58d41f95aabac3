import { avatarRecord } from '../../service/records';
import { jobStatus } from '../../service/status';
import { createdState, failureReason, isoDate, readOne, stateOf, unknownStatus } from './state';
import type { JobKind } from './types';

const state = stateOf(avatarRecord, (record) => {
	const status = jobStatus(record.status);
	return {
		status,
		unknownStatus: unknownStatus(status, record.status),
		resultUrl: status === 'completed' ? (record.modify_url ?? record.url) : undefined,
		avatarId: record.avatar_id,
		createdAt: isoDate(record.create_time),
		reason: status === 'failed' ? failureReason(record) : undefined,
	};
});

/** Uploaded avatars: usable when completed (service.md: Avatars). */
export const avatar: JobKind = {
	name: 'avatar',
	label: 'Avatar',
	group: 'avatarVideo',
	callbackTypes: ['avatar'],
	created: createdState(state),
	read: readOne('/avatar/detail', 'id', 'avatarVideo', state),
	ready: 'completed',
	keepsResults: true,
	fileExtension: 'mp4',
};
