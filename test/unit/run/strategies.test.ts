import { callback } from '../../../nodes/shared/run/park/strategies';

const leg = { startedAt: 0, beganAt: 100_000, storeAfter: 5 };

test('a run that a call has woken up polls for five seconds, and one that began polls for the first ten', () => {
	expect(callback.pollsUntil({ ...leg, wokenBy: 'call' }, 0)).toBe(105_000);
	expect(callback.pollsUntil({ ...leg, wokenBy: 'call' }, 99_000)).toBe(109_000);
	expect(callback.pollsUntil(leg, 100_000)).toBe(110_000);
});
