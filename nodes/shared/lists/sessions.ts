import type { INodeListSearchItems } from 'n8n-workflow';
import { session } from '../service/records';
import { sessionStatus } from '../service/status';
import type { Transport } from '../transport/types';
import { readPages, type RawRecord } from './pages';
import { labelled, listSearch } from './search';

/** 1 queued, 2 streaming, 3 closed, 4 failed (service.md: Live avatar sessions). */
export type SessionStatusNumber = 1 | 2 | 3 | 4;

/** The sessions of all pages (service.md: Live avatar sessions), until there are `most` of them. @throws ServiceError */
export async function readSessions(
	transport: Transport,
	{ status, most = Infinity }: { status?: SessionStatusNumber; most?: number } = {},
): Promise<RawRecord[]> {
	return await readPages(
		transport,
		{
			method: 'POST',
			path: '/liveAvatar/session/list',
			query: { status },
			intent: 'repeatable',
			fallbackToGet: true,
			group: 'liveAvatar',
		},
		most,
		({ _id }) => _id,
	);
}

/** The most sessions that a dropdown searches. */
const MOST_SEARCHED = 500;

/** Dropdown of the sessions that are not over; streaming ones come first. */
export const searchSessions = listSearch(async (transport) => {
	const streaming = await readSessions(transport, { status: 2, most: MOST_SEARCHED });
	const queued = await readSessions(transport, { status: 1, most: MOST_SEARCHED });
	return [...streaming, ...queued].flatMap(sessionEntry);
});

/** A session as a dropdown shows it: what is known of it, and its id. */
export function sessionEntry(record: RawRecord): INodeListSearchItems[] {
	const parsed = session.safeParse(record);
	if (!parsed.success) return [];
	const { _id: value, status, avatar_id, create_time } = parsed.data;
	const created = new Date(create_time ?? Number.NaN);
	const notes = [sessionStatus(status), avatar_id, !Number.isNaN(created.getTime()) && created.toISOString()];
	return [labelled(value, notes, value)];
}
