import { avatarRecord, type AvatarRecord } from '../service/records';
import type { Transport } from '../transport/types';
import { readPages, type RawRecord } from './pages';

/** Which avatars: 2 official ones, 3 the account's own, all of them when absent (service.md: Avatars). */
export type AvatarSource = 2 | 3;

/** The avatars of all pages (service.md: Avatars), until there are `most` of them. @throws ServiceError */
export async function readAvatars(
	transport: Transport,
	{ from, most = Infinity }: { from?: AvatarSource; most?: number } = {},
): Promise<RawRecord[]> {
	return await readPages(
		transport,
		{ method: 'GET', path: '/avatar/list', query: { from }, intent: 'repeatable', group: 'avatarVideo' },
		most,
		({ _id, avatar_id }) => _id ?? avatar_id,
	);
}

/** Records as avatars; one without an id is left out. */
export function avatarsOf(records: readonly RawRecord[]): AvatarRecord[] {
	return records.flatMap((record) => {
		const parsed = avatarRecord.safeParse(record);
		return parsed.success ? [parsed.data] : [];
	});
}
