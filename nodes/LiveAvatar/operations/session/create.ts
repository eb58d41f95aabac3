import { knownAvatars, LIVE, unusable } from '../../../shared/lists/avatars';
import { defineCreate, id, Failure, type Tools } from '../../../shared/operation';

/** Avatars of the service are always ready (service.md: Live avatar sessions). */
const OF_THE_SERVICE = /_1080P_back$/;

export const create = defineCreate({
	value: 'create',
	name: 'Create',
	action: 'Create a live avatar session',
	description:
		'Open a live session and get the URLs of its stream and chat. It costs credits until you close it.',
	kind: 'liveAvatarSession',
	to: { path: '/liveAvatar/session/create' },
	parameters: {
		avatarId: id('Avatar', {
			from: 'searchLiveAvatars',
			placeholder: 'e.g. Ada_1080P_back',
			description:
				'An avatar of the service for live sessions, or your own, uploaded with the type For Live Sessions',
			hint: 'The video of your own avatar may have at most 60 frames per second',
		}),
	},
	async plan({ avatarId }, tools) {
		await requireReady(avatarId, tools);
		return { body: { avatar_id: avatarId } };
	},
});

/** If the list can't be had, or does not say, the service decides. @throws Failure */
async function requireReady(avatarId: string, { transport, once }: Tools): Promise<void> {
	if (OF_THE_SERVICE.test(avatarId)) return;
	const own = await once('own avatars', async () => await knownAvatars(transport, 3));
	const meant = own.avatars.filter(({ avatar_id: id, type }) => id === avatarId && type === LIVE);
	const [first, ...others] = meant.map(unusable);
	if (first === undefined || others.includes(undefined)) return;
	throw new Failure(first.message, { description: first.description, submitted: 'no' });
}
