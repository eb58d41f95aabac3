import { knownAvatars, unusable } from '../shared/lists/avatars';
import { ItemFailure } from '../shared/operation/failure';
import type { Tools } from '../shared/operation/types';

/** Avatars of the service itself are always ready (service.md: Live avatar sessions). */
const OF_THE_SERVICE = /_1080P_back$/;
/** The type of avatars for live sessions (service.md: Avatars). */
const STREAM = 2;

/**
 * The list of own avatars is read once for all items of a run; when it can't be had, or does not say, the service
 * decides.
 * @throws ItemFailure when the avatar is an own one that is not ready
 */
export async function requireReady(avatarId: string, { transport, once }: Tools): Promise<void> {
	if (OF_THE_SERVICE.test(avatarId)) return;
	const own = await once('own avatars', async () => await knownAvatars(transport, 3));
	const meant = own.avatars.filter(({ avatar_id: id, type }) => id === avatarId && type === STREAM);
	const [first, ...others] = meant.map(unusable);
	if (first === undefined || others.includes(undefined)) return;
	throw new ItemFailure(first.message, { description: first.description, submitted: 'no' });
}
