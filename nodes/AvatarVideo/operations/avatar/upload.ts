import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { mediaField } from '../../../shared/media/field';
import { media } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { choice, text } from '../../../shared/operation/inputs';
import { quoted, refuse } from '../../../shared/operation/issues';

const VIDEO = 'Video';

/** Types of avatars (service.md: Avatars). */
const FOR_VIDEOS = '1';
const FOR_SESSIONS = '2';

const newAvatarId = text.superRefine((given, context) => {
	if (/^[a-z0-9]+$/i.test(given)) return;
	refuse(context, `must hold letters (A to Z) and digits only, but ${quoted(given)} was given`);
});

/** Makes an own avatar from a video (service.md: Avatars, Shapes that vary). */
export const upload = createOperation({
	value: 'upload',
	name: 'Upload',
	action: 'Upload an avatar',
	description:
		'Make an avatar of your own from a video of a person, and wait until it can be used. Gives its avatarId, which videos and sessions take.',
	kind: jobKinds.avatar,
	to: { path: '/avatar/create', fallbackToGet: true },
	sends: { url: 'video', avatar_id: 'avatarId', type: 'type' },
	fields: [
		mediaField({
			name: 'video',
			displayName: VIDEO,
			required: true,
			placeholder: 'e.g. https://example.com/person.mp4',
			description:
				'A video of about one minute that shows the person clearly, turning only a little to either side, with at most 300 MB and 60 frames per second',
		}),
		{
			displayName: 'Avatar ID',
			name: 'avatarId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. anna2026',
			description:
				'A name of your own for the avatar, of letters and digits only, that no other avatar has. Videos and sessions use it.',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			default: FOR_VIDEOS,
			options: [
				{
					name: 'For Videos',
					value: FOR_VIDEOS,
					description: 'A real avatar, for avatar videos and talking avatars',
				},
				{
					name: 'For Live Sessions',
					value: FOR_SESSIONS,
					description: 'A stream avatar, for the Live Avatar node',
				},
			],
			description: 'What the avatar is for. In an expression: 1 (for videos) or 2 (for live sessions).',
		},
	],
	input: z.object({
		video: media,
		avatarId: newAvatarId,
		type: choice([FOR_VIDEOS, FOR_SESSIONS], FOR_VIDEOS),
	}),
	async plan({ video, avatarId, type }, { mediaUrl }) {
		return {
			body: { url: await mediaUrl(video, VIDEO), avatar_id: avatarId, type },
		};
	},
});
