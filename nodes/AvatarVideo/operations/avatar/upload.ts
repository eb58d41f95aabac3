import * as build from '../../../shared/operation';
import { checked } from '../../../shared/service/schema';

const VIDEO = 'Video';

const newAvatarId = checked(build.textSchema, (given, context) => {
	if (/^[a-z0-9]+$/i.test(given)) return;
	build.refuse(context, `must hold letters (A to Z) and digits only, but ${build.quoted(given)} was given`);
});

/** service.md: Avatars, Shapes that vary */
export const upload = build.defineCreate({
	value: 'upload',
	action: 'Upload avatar',
	description:
		'Make an avatar from a video of a person, with their permission. Returns its avatarId for videos and sessions.',
	kind: 'avatar',
	to: { path: '/avatar/create', fallbackToGet: true },
	parameters: {
		video: build.media(VIDEO, {
			placeholder: 'e.g. https://example.com/person.mp4',
			hint: 'About one minute: at most 60 seconds, 300 MB and 60 frames per second',
			description: 'A video that shows the person clearly, turning only a little',
		}),
		avatarId: build.parameter('string', newAvatarId, 'Avatar ID', {
			required: true,
			placeholder: 'e.g. anna2026',
			hint: 'Letters and digits only',
			description: 'Your own name for the avatar, which no other avatar has. Videos and sessions use it.',
		}),
		type: build.choice('Type', {
			default: '1',
			options: [
				{ name: 'For Videos', value: '1', description: 'For avatar videos and talking avatars' },
				{ name: 'For Live Sessions', value: '2', description: 'A stream avatar, for the Live Avatar node' },
			],
			description: 'The use of the avatar. In an expression: 1 (for videos), 2 (for live sessions).',
		}),
	},
	async plan({ video, avatarId, type }, { mediaUrl }) {
		return { body: { url: await mediaUrl(video, VIDEO, 'video'), avatar_id: avatarId, type } };
	},
});
