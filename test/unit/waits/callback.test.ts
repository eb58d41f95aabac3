import { callback } from '../../../nodes/shared/waits';

const leg = { startedAt: 0, beganAt: 100_000, storeAfter: 5 };

test('a run that a call has woken up looks for five seconds, and one that began looks for the first ten', () => {
	expect(callback.looksUntil({ ...leg, wokenBy: 'call' }, 0)).toBe(105_000);
	expect(callback.looksUntil({ ...leg, wokenBy: 'call' }, 99_000)).toBe(109_000);
	expect(callback.looksUntil(leg, 100_000)).toBe(110_000);
});
