import { jobKinds } from '../../../shared/jobs/kinds';
import { sessionOperation } from '../../../shared/operation/define';
import { id } from '../../../shared/operation/locators';
import { requireReady } from '../../readyAvatar';

/** Opens a session; it is ready when it streams (service.md: Live avatar sessions). */
export const create = sessionOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a live avatar session',
	description:
		'Open a session in which an avatar is streamed live, and get the addresses of its stream and of its chat. It costs credits until it is closed: put Close after it.',
	kind: jobKinds.liveAvatarSession,
	to: { path: '/liveAvatar/session/create' },
	parameters: {
		avatarId: id('Avatar', {
			from: 'searchLiveAvatars',
			placeholder: 'e.g. Ada_1080P_back',
			description:
				'Who speaks: one of the avatars of the service for live sessions, or the Avatar ID of your own, uploaded with the type For Live Sessions (a video of at most 60 frames per second) and completed',
		}),
	},
	async plan({ avatarId }, tools) {
		await requireReady(avatarId, tools);
		return { body: { avatar_id: avatarId } };
	},
});
