import { AVATARS, usableAvatar } from '../../../shared/lists/catalog';
import { known } from '../../../shared/lists/entries';
import { defineCreate, id } from '../../../shared/operation';

export const create = defineCreate({
	value: 'create',
	action: 'Create live avatar session',
	description: 'Open a live session with a stream and a chat. It costs credits until you close it.',
	kind: 'liveAvatarSession',
	to: { path: '/liveAvatar/session/create' },
	parameters: {
		avatarId: id('Avatar', {
			from: 'searchLiveAvatars',
			placeholder: 'e.g. Ada_1080P_back',
			description: 'A live avatar of the service, or your own, uploaded with the type For Live Sessions',
			hint: 'The video of your own avatar: at most 60 seconds, 300 MB and 60 frames per second',
		}),
	},
	/** If the list can't be read, or does not say, the service decides. */
	async plan({ avatarId }, tools) {
		// Avatars of the service are always ready.
		if (avatarId.endsWith('_1080P_back')) return { body: { avatar_id: avatarId } };
		const { all } = await known(AVATARS, tools);
		return { body: { avatar_id: usableAvatar(all, avatarId, 'live')?.avatar_id ?? avatarId } };
	},
});
