import { strategyOf } from '../../../nodes/shared/async/waitMethods';
import {
	canWake,
	endsAt,
	hasTimeToCreate,
	sendsUntil,
	waitOf,
	wakeAt,
	type Timing,
} from '../../../nodes/shared/waiting/strategies';

const SECOND = 1_000;
const inOneProcess = (seconds: number) => ({ at: seconds * SECOND, isPerLeg: false });
const onAWorker = (seconds: number) => ({ at: seconds * SECOND, isPerLeg: true });
const first = (limitAt: number) => ({ startedAt: 0, limitAt: limitAt * SECOND });

test('a leg ends a minute before the limit, and at half of a limit of less than two minutes', () => {
	expect(endsAt(inOneProcess(300), 0, undefined, { startedAt: 0 }).inProcess).toBe(240 * SECOND);
	expect(endsAt(inOneProcess(100), 0, undefined, { startedAt: 0 }).inProcess).toBe(50 * SECOND);
});

test('in one process a leg that time woke has the rest of the first limit', () => {
	// n8n reports a new limit, but its timer still counts from the beginning.
	const ends = endsAt(inOneProcess(215 + 300), 215 * SECOND, 'time', first(300));
	expect(ends).toMatchObject({ inProcess: 240 * SECOND, stored: 240 * SECOND, cancelledAt: 300 * SECOND });
});

test('in one process a leg that a call woke has a new limit, but a later leg by time may have the first limit', () => {
	const ends = endsAt(inOneProcess(200 + 300), 200 * SECOND, 'call', first(300));
	expect(ends).toMatchObject({ inProcess: 440 * SECOND, stored: 240 * SECOND, cancelledAt: 500 * SECOND });
	expect(canWake(ends, 175 * SECOND)).toBe(true);
	expect(canWake(ends, 175 * SECOND + 1)).toBe(false);
});

test('on a worker each leg has its own limit, and a suspended run has no limit', () => {
	const ends = endsAt(onAWorker(215 + 100), 215 * SECOND, 'time', first(100));
	expect(ends).toMatchObject({ inProcess: 265 * SECOND, stored: Infinity });
	expect(canWake(ends, 265 * SECOND)).toBe(true);
});

/** The first leg of a run that began at 0, with one of the ways to wait, and n8n's time limit in seconds. */
function timing(value: 'automatic' | 'callback' | 'polling', limit = Infinity, answerBy = Infinity): Timing {
	const ends = endsAt(inOneProcess(limit), 0, undefined, { startedAt: 0 });
	const times = { startedAt: 0, beganAt: 0, saveAfter: 5, limitAt: limit * SECOND, ends, answerBy };
	return { ...times, strategy: strategyOf(value), silentUntil: () => -Infinity };
}
const MINUTE = 60 * SECOND;

test('a leg that a call woke polls for three seconds, and polls a new job for ten', () => {
	const leg = { ...timing('callback'), beganAt: 100_000 };
	expect(strategyOf('callback').pollsUntil({ ...leg, wokenBy: 'call' }, 0)).toBe(103_000);
	expect(strategyOf('callback').pollsUntil({ ...leg, wokenBy: 'call' }, 99_000)).toBe(109_000);
	expect(strategyOf('callback').pollsUntil(leg, 100_000)).toBe(110_000);
});

test.each<[string, Timing, seconds: number, then: string, deadline: number]>([
	['polling', timing('polling'), 1_800, 'timeOut', 1_800],
	['automatic', timing('automatic'), 300, 'suspend', 1_800],
	['callback', timing('callback'), 10, 'suspend', 1_800],
	['polling, to a limit of 10 minutes', timing('polling', 600), 540, 'timeOut', 540],
	['automatic, to half of a limit of 8 minutes', timing('automatic', 480), 240, 'suspend', 420],
	['automatic, with a limit too short to wake', timing('automatic', 120), 60, 'timeOut', 60],
	['a tool that answers in 50 seconds', timing('polling', Infinity, 50 * SECOND), 50, 'answer', 1_800],
	['a tool whose limit comes first', timing('polling', 60, 50 * SECOND), 30, 'timeOut', 30],
])('the wait for a job with a Timeout of 30 minutes ends in time (%s)', (_, given, until, then, deadline) => {
	const wait = { until: until * SECOND, then, deadline: deadline * SECOND };
	expect(waitOf(given, { submittedAt: 0 }, 30, 0)).toEqual(wait);
});

test('a job is created only if its first polls end before the limit, or a later leg has time for it', () => {
	expect([49, 50].map((at) => hasTimeToCreate(timing('polling', 120), at * SECOND))).toEqual([true, false]);
	const saved = timing('automatic', 600);
	expect([485, 530].map((at) => hasTimeToCreate(saved, at * SECOND))).toEqual([true, false]);
	const worker = { ...timing('polling', 120), ends: endsAt(onAWorker(120), 0) };
	expect(hasTimeToCreate(worker, 50 * SECOND)).toBe(false);
	expect(hasTimeToCreate(timing('polling', Infinity, 20 * SECOND), 20 * SECOND)).toBe(false);
});

const at = (value: 'automatic' | 'callback', job: { submittedAt: number; deadline?: number }, now: number) =>
	wakeAt(timing(value), [job], false, now) - now;

test('a suspended run wakes by time after a share of the age of its youngest job, between 65 seconds and ten minutes', () => {
	const seconds = [5, 20, 200].map((age) => at('automatic', { submittedAt: 0 }, age * MINUTE) / SECOND);
	expect(seconds).toEqual([65, 96, 600]);
});

test('a run that calls wake also wakes by time soon after a leg with creates, because an early call woke nothing, and after a refused poll', () => {
	expect(at('callback', { submittedAt: 0 }, 12 * SECOND)).toBe(65 * SECOND);
	const later: Timing = { ...timing('callback'), beganAt: MINUTE };
	const called = { submittedAt: 0, isCalled: true };
	expect(wakeAt(later, [called], false, MINUTE) - MINUTE).toBe(10 * MINUTE);
	expect(wakeAt(later, [called], false, 200 * MINUTE) - 200 * MINUTE).toBe(50 * MINUTE);
	expect(wakeAt(later, [called], false, MINUTE, 'no answer') - MINUTE).toBe(65 * SECOND);
	expect(wakeAt(later, [{ submittedAt: 0 }], false, MINUTE) - MINUTE).toBe(65 * SECOND);
});

test('a suspended run wakes immediately if it can create a job, and at the first deadline at the latest', () => {
	expect(wakeAt(timing('automatic'), [{ submittedAt: 0 }], true, MINUTE)).toBe(MINUTE);
	expect(at('callback', { submittedAt: 0, deadline: 40 * SECOND }, 12 * SECOND)).toBe(28 * SECOND);
});

test('a leg sends while the run waits in memory, for at least a minute, and without an end if the run may not be suspended', () => {
	const sending = (value: 'automatic' | 'polling', saveAfter: number, limit?: number) =>
		sendsUntil({ ...timing(value, limit), saveAfter });
	expect(sending('automatic', 5)).toBe(5 * MINUTE);
	expect(sending('automatic', 0)).toBe(MINUTE);
	expect(sending('automatic', 5, 480)).toBe(4 * MINUTE);
	expect(sending('automatic', 5, 100)).toBe(Infinity);
	expect(sending('polling', 5)).toBe(Infinity);
});

test('a later leg is saved just before n8n looks again, and polls its last jobs as long as n8n would sleep', () => {
	const leg: Timing = { ...timing('automatic'), beganAt: 10 * MINUTE, saveAfter: 0, wokenBy: 'time' };
	const saved = 13 * MINUTE + 50 * SECOND;
	expect(sendsUntil(leg)).toBe(saved);
	expect(sendsUntil({ ...leg, wokenBy: 'call' })).toBe(14 * MINUTE);
	const submittedAt = saved - 5 * SECOND;
	const untilOf = (hasUnsent: boolean) => waitOf(leg, { submittedAt }, 30, submittedAt, hasUnsent).until;
	expect([true, false].map(untilOf)).toEqual([saved, submittedAt + 65 * SECOND]);
});
