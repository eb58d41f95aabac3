import { avatarsOf, readAvatars } from '../shared/lists';
import { ItemFailure } from '../shared/operation/failure';
import type { Tools } from '../shared/operation/types';
import type { AvatarRecord } from '../shared/service/records';
import { jobStatus } from '../shared/service/status';
import { ServiceError } from '../shared/transport/errors';

/** Avatars of the service itself are always ready (service.md: Live avatar sessions). */
const OF_THE_SERVICE = /_1080P_back$/;
/** The type of avatars for live sessions (service.md: Avatars). */
const STREAM = 2;

/**
 * An own avatar for live sessions is usable when its status is 3 (service.md: Avatars). The list of own avatars is read
 * once for all items of a run; when it can't be had, or does not say, the service decides.
 * @throws ItemFailure when the avatar is not ready
 */
export async function requireReady(avatarId: string, { transport, once }: Tools): Promise<void> {
	if (OF_THE_SERVICE.test(avatarId)) return;
	const own = await once('own avatars', async () => {
		const records = await readAvatars(transport, { from: 3 }).catch((error: unknown) => {
			if (error instanceof ServiceError) return [];
			throw error;
		});
		return avatarsOf(records);
	});
	const meant = own.filter(({ avatar_id: id, type }) => id === avatarId && type === STREAM);
	const [first] = meant;
	if (first === undefined || meant.some(mayBeReady)) return;
	throw notReady(avatarId, first);
}

function mayBeReady({ status }: AvatarRecord): boolean {
	const name = jobStatus(status);
	return name === 'completed' || name === 'unknown';
}

function notReady(avatarId: string, avatar: AvatarRecord): ItemFailure {
	const status = jobStatus(avatar.status);
	if (status === 'failed') {
		return new ItemFailure(`Avatar "${avatarId}" could not be made, so no session can be opened with it`, {
			submitted: 'no',
			description: `${avatar.error_reason ?? 'The service gives no reason'}. Upload it again, under another Avatar ID: a video of at most 60 seconds, 300 MB and 60 frames per second. Or choose another avatar.`,
		});
	}
	return new ItemFailure(`Avatar "${avatarId}" is not ready yet: it is ${status}`, {
		submitted: 'no',
		description: `A session can be opened once it is completed. Wait for it in the node Avatar Video: resource Avatar, operation Get, the ID ${avatar._id} and Wait for Completion.`,
	});
}
