import type { INodeListSearchItems } from 'n8n-workflow';
import { z } from 'zod';
import { session } from '../service/records';
import { listOf, optionalNumber } from '../service/records/fields';
import { sessionStatus } from '../service/status';
import { isObject } from '../service/values';
import type { Transport } from '../transport/types';
import type { RawRecord } from './avatarPages';
import { listSearch } from './search';

/** Sessions on a page; the service's own default (service.md: Limits). */
const SESSIONS_PER_PAGE = 100;

/** The most pages that are read, whatever the service says: a list without end must not block a run. */
const MOST_PAGES = 100;

/** 1 queued, 2 streaming, 3 closed, 4 failed (service.md: Live avatar sessions). */
export type SessionStatusNumber = 1 | 2 | 3 | 4;

const pageOfSessions = z.preprocess(
	(data) => (isObject(data) ? data : { result: data }),
	z.object({ count: optionalNumber, result: listOf(z.record(z.unknown())) }),
);

/**
 * Sessions with the service's own field names, without repeats, until there are `most` of them (service.md: Live avatar
 * sessions, Shapes that vary). A page that brings nothing new is the last. So is one that is not full, unless the
 * service counts more sessions: it may give fewer per page than asked for.
 * @throws ServiceError
 */
export async function readSessions(
	transport: Transport,
	{ status, most = Infinity }: { status?: SessionStatusNumber; most?: number } = {},
): Promise<RawRecord[]> {
	const found = new Map<string, RawRecord>();
	for (let page = 1; page <= MOST_PAGES && found.size < most; page++) {
		const { count = 0, result } = await readPage(transport, page, status);
		const before = found.size;
		for (const record of result) {
			const key = JSON.stringify(record._id ?? record);
			if (!found.has(key)) found.set(key, record);
		}
		if (found.size === before || (result.length < SESSIONS_PER_PAGE && found.size >= count)) break;
	}
	return [...found.values()].slice(0, most);
}

async function readPage(transport: Transport, page: number, status?: SessionStatusNumber) {
	return await transport.send(
		{
			method: 'POST',
			path: '/liveAvatar/session/list',
			query: { page, size: SESSIONS_PER_PAGE, status },
			intent: 'repeatable',
			fallbackToGet: true,
			group: 'liveAvatar',
		},
		pageOfSessions,
	);
}

/** The most sessions that a dropdown searches. */
const MOST_SEARCHED = 500;

/** Dropdown of the sessions that are not over; streaming ones come first. */
export const searchSessions = listSearch(async (transport) => {
	const streaming = await readSessions(transport, { status: 2, most: MOST_SEARCHED });
	const queued = await readSessions(transport, { status: 1, most: MOST_SEARCHED });
	return { entries: [...streaming, ...queued].flatMap(sessionEntry) };
});

/** A session as a dropdown shows it: what is known of it, and its id. */
export function sessionEntry(record: RawRecord): INodeListSearchItems[] {
	const parsed = session.safeParse(record);
	if (!parsed.success) return [];
	const { _id: value, status, avatar_id, create_time } = parsed.data;
	const created = create_time === undefined ? undefined : new Date(create_time);
	const notes = [
		sessionStatus(status),
		avatar_id,
		created && !Number.isNaN(created.getTime()) && created.toISOString(),
	].filter(Boolean);
	return [{ name: `${value} (${notes.join(', ')})`, value }];
}
