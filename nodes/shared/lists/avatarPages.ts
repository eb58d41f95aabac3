import { z } from 'zod';
import { avatarRecord, type AvatarRecord } from '../service/records';
import { listOf } from '../service/records/fields';
import type { Transport } from '../transport/types';

/** Avatars on a page; the service's own default (interface: Limits, Page defaults). */
export const AVATARS_PER_PAGE = 100;

/** Pages after which reading ends, whatever the service says: a list that never ends must not hold a run up. */
const MOST_PAGES = 100;

/** A record with the service's own field names, as it came. */
export type RawRecord = Record<string, unknown>;
const rawRecords = listOf(z.record(z.unknown()));

/** Which avatars: 2 official ones, 3 the account's own, all of them when absent (interface: List avatars). */
export type AvatarSource = 2 | 3;

/**
 * One page of the avatar list (interface: List avatars; field notes: Shapes that vary).
 * @param page counted from 1
 * @throws ServiceError
 */
export async function readAvatarPage(
	transport: Transport,
	page: number,
	from?: AvatarSource,
): Promise<RawRecord[]> {
	return await transport.send(
		{
			method: 'GET',
			path: '/avatar/list',
			query: { from, page, size: AVATARS_PER_PAGE },
			intent: 'repeatable',
			group: 'avatarVideo',
		},
		rawRecords,
	);
}

/**
 * The avatars of all pages, each once, until there are `most` of them. A page that is not full is the last one, and so
 * is one that brings nothing new: a service that knows no pages gives the same one again.
 * @throws ServiceError
 */
export async function readAvatars(
	transport: Transport,
	{ from, most = Infinity }: { from?: AvatarSource; most?: number } = {},
): Promise<RawRecord[]> {
	const found = new Map<string, RawRecord>();
	for (let page = 1; page <= MOST_PAGES && found.size < most; page++) {
		const records = await readAvatarPage(transport, page, from);
		const before = found.size;
		for (const record of records) {
			const key = JSON.stringify(record._id ?? record.avatar_id ?? record);
			if (!found.has(key)) found.set(key, record);
		}
		if (records.length < AVATARS_PER_PAGE || found.size === before) break;
	}
	return [...found.values()].slice(0, most);
}

/** Records as avatars; one without an id is left out. */
export function avatarsOf(records: readonly RawRecord[]): AvatarRecord[] {
	return records.flatMap((record) => {
		const parsed = avatarRecord.safeParse(record);
		return parsed.success ? [parsed.data] : [];
	});
}
