import { canWakeUp, endsOf, strategyOf } from '../../../nodes/shared/run/batch/timing';

const SECOND = 1_000;
const inOneProcess = (seconds: number) => ({ at: seconds * SECOND, isPerLeg: false });
const onAWorker = (seconds: number) => ({ at: seconds * SECOND, isPerLeg: true });
const first = (limitAt: number) => ({ startedAt: 0, limitAt: limitAt * SECOND });

test('without a limit nothing ends', () => {
	const ends = endsOf({ at: Infinity, isPerLeg: false }, 0, undefined, { startedAt: 0 });
	expect(ends).toEqual({ inProcess: Infinity, stored: Infinity, storeBy: Infinity });
	expect(canWakeUp(ends, 1e12)).toBe(true);
});

test('a leg ends a minute before the limit, and at half of it where it is shorter than two minutes', () => {
	expect(endsOf(inOneProcess(300), 0, undefined, { startedAt: 0 }).inProcess).toBe(240 * SECOND);
	expect(endsOf(inOneProcess(100), 0, undefined, { startedAt: 0 }).inProcess).toBe(50 * SECOND);
});

test('the run is stored at half of the limit at the latest', () => {
	expect(endsOf(inOneProcess(300), 0, undefined, { startedAt: 0 }).storeBy).toBe(150 * SECOND);
});

test('in one process a leg that time has woken up has what is left of the first limit', () => {
	// n8n tells a new limit, and its timer counts from the beginning all the same.
	const ends = endsOf(inOneProcess(215 + 300), 215 * SECOND, 'time', first(300));
	expect(ends).toMatchObject({ inProcess: 240 * SECOND, stored: 240 * SECOND });
});

test('in one process a leg that a call has woken up has a new limit, and a later one by time may not have', () => {
	const ends = endsOf(inOneProcess(200 + 300), 200 * SECOND, 'call', first(300));
	expect(ends).toMatchObject({ inProcess: 440 * SECOND, stored: 240 * SECOND });
	expect(canWakeUp(ends, 200 * SECOND)).toBe(false);
});

test('on a worker each leg has a limit of its own, and a stored run has none', () => {
	const ends = endsOf(onAWorker(215 + 100), 215 * SECOND, 'time', first(100));
	expect(ends).toMatchObject({ inProcess: 265 * SECOND, stored: Infinity });
	expect(canWakeUp(ends, 265 * SECOND)).toBe(true);
});

test('a run with a short limit in one process is never stored: n8n would cancel it when it wakes up', () => {
	const ends = endsOf(inOneProcess(120), 0, undefined, { startedAt: 0 });
	expect(canWakeUp(ends, 10 * SECOND)).toBe(false);
});
const leg = { startedAt: 0, beganAt: 100_000, storeAfter: 5 };

test('a run that a call has woken up polls for five seconds, and one that began polls for the first ten', () => {
	expect(strategyOf('callback').pollsUntil({ ...leg, wokenBy: 'call' }, 0)).toBe(105_000);
	expect(strategyOf('callback').pollsUntil({ ...leg, wokenBy: 'call' }, 99_000)).toBe(109_000);
	expect(strategyOf('callback').pollsUntil(leg, 100_000)).toBe(110_000);
});
