import { avatarRecord } from '../../service/records';
import { jobStatus } from '../../service/status';
import { createdState, isoDate, readOne, standing, stateOf } from './state';
import type { JobKind } from './types';

const state = stateOf(avatarRecord, (record) => ({
	...standing(jobStatus, record.status, record),
	resultUrl: record.modify_url ?? record.url,
	avatarId: record.avatar_id,
	createdAt: isoDate(record.create_time),
}));

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
