import { defineGet, id } from '../../../shared/operation';

export const get = defineGet({
	action: 'Get avatar',
	description: 'Get the status of an avatar. Returns its avatarId, which videos and sessions take.',
	kind: 'avatar',
	parameters: {
		recordId: id('Avatar', {
			from: 'searchAvatarRecords',
			default: { mode: 'id', value: '={{ $json.id }}' },
			description:
				'The ID in the output of the node that uploaded the avatar, or the _id of Get Many (not the avatar_id)',
		}),
	},
});
