import { listOf, session, sessionStatus } from '../service/records';
import type { Transport } from '../transport/types';
import { readPages, type Listed, type RawRecord } from './pages';
import { labelled, listSearch } from './search';

/** The body is empty, but there (service.md: Live avatar sessions, Pages). @throws Failure */
export async function readSessions(
	transport: Transport,
	{ status, most }: { status?: 1 | 2 | 3 | 4; most?: number } = {},
): Promise<Listed> {
	return await readPages(
		transport,
		{
			method: 'POST',
			path: '/liveAvatar/session/list',
			query: { status },
			body: {},
			intent: 'repeatable',
			fallbackToGet: true,
			group: 'liveAvatar',
		},
		({ _id }) => _id,
		most,
	);
}

export const searchSessions = listSearch(async (transport) => {
	const streaming = await readSessions(transport, { status: 2 });
	const queued = await readSessions(transport, { status: 1 });
	return sessionEntries([...streaming.records, ...queued.records]);
});

export function sessionEntries(records: readonly RawRecord[]) {
	return listOf(session)
		.parse(records)
		.map(({ _id: id, status, avatar_id: avatarId, create_time: created = NaN }) =>
			// The JSON of an invalid date is null.
			labelled(id, [sessionStatus(status), avatarId, new Date(created).toJSON()], id),
		);
}
