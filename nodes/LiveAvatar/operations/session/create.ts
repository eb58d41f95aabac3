import { z } from 'zod';
import { jobKinds } from '../../../shared/jobs/kinds';
import { listField } from '../../../shared/lists';
import { createOperation } from '../../../shared/operation/define';
import { id } from '../../../shared/operation/inputs';

/** Opens a session; it is ready when it streams (interface: Create a live avatar session; field notes: Live avatar). */
export const create = createOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a live avatar session',
	description: 'Open a session in which an avatar is streamed live. It costs credits until it is closed.',
	kind: jobKinds.liveAvatarSession,
	fields: [
		listField({
			name: 'avatarId',
			displayName: 'Avatar',
			required: true,
			searchListMethod: 'searchLiveAvatars',
			placeholder: 'e.g. Ada_1080P_back',
			description:
				'One of the avatars of the service for live sessions, or your own, uploaded with the type For Live Sessions and completed',
		}),
	],
	input: z.object({ avatarId: id }),
	plan: ({ avatarId }) => ({
		request: {
			method: 'POST',
			path: '/liveAvatar/session/create',
			body: { avatar_id: avatarId },
			intent: 'create',
			group: 'liveAvatar',
		},
	}),
});
