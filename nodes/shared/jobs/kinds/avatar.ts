import { avatarRecord } from '../../service/records';
import { isoDate, readAlone, stateOf } from './state';

/** Uploaded avatars: usable when completed (service.md: Avatars). */
export const avatar = readAlone({
	name: 'avatar',
	label: 'Avatar',
	group: 'avatarVideo',
	callbackTypes: ['avatar'],
	path: '/avatar/detail',
	parameter: 'id',
	state: stateOf('avatarVideo', avatarRecord, (record) => ({
		given: record.status,
		resultUrl: record.modify_url ?? record.url,
		avatarId: record.avatar_id,
		createdAt: isoDate(record.create_time),
	})),
	keepsResults: true,
	fileExtension: 'mp4',
});
