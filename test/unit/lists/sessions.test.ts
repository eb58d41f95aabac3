import { sessionEntry } from '../../../nodes/shared/lists/sessions';

test('a session is shown with what is known of it', () => {
	const whole = { _id: 's1', status: 2, avatar_id: 'anna', create_time: 1_760_000_000_000 };
	expect(sessionEntry(whole)).toEqual([
		{ name: 's1 (streaming, anna, 2025-10-09T08:53:20.000Z)', value: 's1' },
	]);
	expect(sessionEntry({ _id: 's2', status: 1 })).toEqual([{ name: 's2 (queued)', value: 's2' }]);
	expect(sessionEntry({ _id: 's3', status: 1, create_time: 9e15 })).toEqual([
		{ name: 's3 (queued)', value: 's3' },
	]);
	expect(sessionEntry({ status: 1 })).toEqual([]);
});
