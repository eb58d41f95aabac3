import { z } from 'zod';
import { avatarRecord, type AvatarRecord } from '../service/records';
import { listOf, optionalNumber } from '../service/records/fields';
import { isObject } from '../service/values';
import type { Transport } from '../transport/types';

/** Avatars on a page; the service's own default (service.md: Limits). */
const AVATARS_PER_PAGE = 100;

/** The most pages that are read, whatever the service says: a list without end must not block a run. */
const MOST_PAGES = 100;

/** A record with the service's own field names, as it came. */
export type RawRecord = Record<string, unknown>;

/** A page, and the number of all avatars, if told. */
const pageOfAvatars = z.preprocess(
	(data) => ({ records: data, count: isObject(data) ? data.count : undefined }),
	z.object({ records: listOf(z.record(z.unknown())), count: optionalNumber }),
);

/** Which avatars: 2 official ones, 3 the account's own, all of them when absent (service.md: Avatars). */
export type AvatarSource = 2 | 3;

/** @param page counted from 1 */
async function readPage(transport: Transport, page: number, from?: AvatarSource) {
	return await transport.send(
		{
			method: 'GET',
			path: '/avatar/list',
			query: { from, page, size: AVATARS_PER_PAGE },
			intent: 'repeatable',
			group: 'avatarVideo',
		},
		pageOfAvatars,
	);
}

/**
 * The avatars of all pages, without repeats, until there are `most` of them (service.md: Avatars, Shapes that vary). A
 * page that brings nothing new is the last: a service without pages gives the same one again. So is one that is not
 * full, unless the service counts more avatars: it may give fewer per page than asked for.
 * @throws ServiceError
 */
export async function readAvatars(
	transport: Transport,
	{ from, most = Infinity }: { from?: AvatarSource; most?: number } = {},
): Promise<RawRecord[]> {
	const found = new Map<string, RawRecord>();
	for (let page = 1; page <= MOST_PAGES && found.size < most; page++) {
		const { records, count = 0 } = await readPage(transport, page, from);
		const before = found.size;
		for (const record of records) {
			const key = JSON.stringify(record._id ?? record.avatar_id ?? record);
			if (!found.has(key)) found.set(key, record);
		}
		if (found.size === before || (records.length < AVATARS_PER_PAGE && found.size >= count)) break;
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
