import { avatarRecord, failureReason, jobStatus, listOf, type AvatarRecord } from '../service/records';
import { asError, Failure } from '../service/failure';
import type { Transport } from '../transport/types';
import { readPages, type Listed, type RawRecord } from './pages';
import { cutAfter, labelled, listSearch, type ListSearch } from './search';

/** Type of live sessions (service.md: Avatars). */
export const LIVE = 2;

const MOST_OFFERED = 2_000;

/** @throws Failure */
export async function readAvatars(
	transport: Transport,
	{ from, most }: { from?: 2 | 3; most?: number } = {},
): Promise<Listed> {
	return await readPages(
		transport,
		{ method: 'GET', path: '/avatar/list', query: { from }, intent: 'repeatable', group: 'avatarVideo' },
		({ _id, avatar_id }) => _id ?? avatar_id,
		most,
	);
}

export function avatarsOf(records: readonly RawRecord[]): AvatarRecord[] {
	return listOf(avatarRecord).parse(records);
}

/** `fault` says why the list is missing. */
export async function knownAvatars(
	transport: Transport,
	from?: 2 | 3,
): Promise<{ avatars: AvatarRecord[]; fault?: Failure }> {
	try {
		const { records } = await readAvatars(transport, { from });
		return { avatars: avatarsOf(records) };
	} catch (error) {
		if (!(error instanceof Failure)) throw asError(error);
		return { avatars: [], fault: error };
	}
}

/** Undefined when you can use it, or when only the service knows (service.md: Avatars). */
export function unusable(avatar: AvatarRecord): { message: string; description: string } | undefined {
	const name = `Avatar "${avatar.avatar_id}"`;
	if (jobStatus(avatar.status) === 'failed') {
		return {
			message: `${name} could not be made`,
			description: `${failureReason(avatar, 'avatarVideo') ?? 'The service gives no reason'}. Upload it again, under another Avatar ID: a video of at most 60 seconds, 300 MB and 60 frames per second. Or choose another avatar.`,
		};
	}
	if (avatar.type !== LIVE || !isUnfinished(avatar)) return undefined;
	return {
		message: `${name} is not ready yet: it is ${jobStatus(avatar.status)}`,
		description: `It can be used once it is completed. Wait for it in the node Avatar Video: resource Avatar, operation Get, the ID ${avatar._id} and Wait for Completion.`,
	};
}

export const searchAvatars = avatarSearch(({ avatar_id, type }) => (type === LIVE ? undefined : avatar_id));

/** service.md: Avatars */
export const searchAvatarRecords = avatarSearch(({ _id }) => _id);

/** service.md: Live avatar sessions */
export const searchLiveAvatars = avatarSearch(({ avatar_id, type = LIVE }) =>
	type === LIVE ? avatar_id : undefined,
);

function avatarSearch(valueOf: (avatar: AvatarRecord) => string | undefined): ListSearch {
	return listSearch(async (transport) => {
		const { records } = await readAvatars(transport, { most: MOST_OFFERED });
		const avatars = avatarsOf(records);
		avatars.sort((a, b) => Number(a.type === LIVE) - Number(b.type === LIVE));
		const entries = avatars.flatMap((avatar) => avatarEntry(avatar, valueOf(avatar)) ?? []);
		return records.length < MOST_OFFERED ? entries : [...entries, cutAfter(records)];
	});
}

export function avatarEntry(avatar: AvatarRecord, value: string | undefined) {
	if (value === undefined) return undefined;
	const { avatar_id: avatarId, name, from, type, url, thumbnailUrl, disabled } = avatar;
	const notes = [
		from === 2 && 'official',
		from === 3 && 'own',
		type === LIVE && 'for live sessions',
		jobStatus(avatar.status) === 'failed' && 'failed',
		isUnfinished(avatar) && 'not ready',
		disabled === true && 'disabled',
	];
	return labelled(name ?? avatarId ?? value, notes, value, thumbnailUrl ?? url);
}

const isUnfinished = ({ status }: AvatarRecord) => ['queued', 'processing'].includes(jobStatus(status));
