import { readSessions, sessionEntries } from '../../../nodes/shared/lists/sessions';

test('a session is shown with what is known of it', () => {
	const records = [
		{ _id: 's1', status: 2, avatar_id: 'anna', create_time: 1_760_000_000_000 },
		{ _id: 's2', status: 1 },
		{ _id: 's3', status: 1, create_time: 9e15 },
		{ status: 1 },
	];
	expect(sessionEntries(records)).toEqual([
		{ name: 's1 (streaming, anna, 2025-10-09T08:53:20.000Z)', value: 's1' },
		{ name: 's2 (queued)', value: 's2' },
		{ name: 's3 (queued)', value: 's3' },
	]);
});

test('a list of another shape is refused, not taken for none: open sessions cost credits', async () => {
	const readOf = async (data: unknown) =>
		(await readSessions({ send: async (_request, answer) => answer.parse(data) })).records;
	await expect(readOf({ list: [{ _id: 's1' }] })).rejects.toThrow('Expected a list');
	await expect(readOf({ count: 0, list: [{ _id: 's1' }] })).rejects.toThrow('Expected a list');
	expect(await readOf({ count: 0, result: [{ _id: 's1' }] })).toEqual([{ _id: 's1' }]);
	for (const none of [null, [], {}, { count: 0 }, { count: 0, result: null }, { count: 0, list: [] }]) {
		expect(await readOf(none)).toEqual([]);
	}
});
