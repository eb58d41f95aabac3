import { defineGet, id } from '../../../shared/operation';

export const get = defineGet({
	action: 'Get avatar',
	description: 'Get the status of an avatar. Returns its avatarId, which videos and sessions take.',
	kind: 'avatar',
	parameters: {
		recordId: id('Avatar', {
			from: 'searchAvatarRecords',
			default: { mode: 'id', value: '={{ $json.id }}' },
			description: 'The avatar, by the ID that Upload returned, or the _id of Get Many (not the avatar_id)',
		}),
	},
});
