import { Pace } from '../../../nodes/shared/async/pace';
import { RequestQueue } from '../../../nodes/shared/async/requestQueue';
import { STOPPED, VirtualClock } from '../jobs/virtualClock';
import { bucket, fixedWindow, slidingWindow, unlimited, type ServiceLimit } from './limits';
import { numbers, send, simulate } from './simulation';

const MINUTE_MS = 60_000;
const ANSWER_MS = 200;
const ROWS = 1_000;

const limits: Array<() => ServiceLimit> = [
	...[1, 10, 60].flatMap((most) => [
		() => slidingWindow(most, MINUTE_MS),
		...[0, 20_000, 31_000, 55_000].map((phaseMs) => () => fixedWindow(most, MINUTE_MS, phaseMs)),
	]),
	() => fixedWindow(20, 10_000),
	() => slidingWindow(20, 10_000),
	() => bucket(1, 60_000),
	() => bucket(1, 6_000),
	() => bucket(1, 1_000),
	() => bucket(10, 6_000),
	() => bucket(60, 1_000),
	() => bucket(100, 6_000),
	() => bucket(500, 6_000),
];

describe.each(limits.map((make) => ({ name: make().name, make })))('a thousand rows at $name', ({ make }) => {
	test.each(
		[1, 5, 50].flatMap((atATime) => [true, false].map((hasRetryAfter) => ({ atATime, hasRetryAfter }))),
	)('$atATime at a time, Retry-After $hasRetryAfter', async ({ atATime, hasRetryAfter }) => {
		const limit = make();
		const result = await simulate(limit, { rows: ROWS, atATime, answerMs: ANSWER_MS, hasRetryAfter });
		const least = Math.max(limit.leastMs(ROWS), (ROWS / atATime) * ANSWER_MS) + ANSWER_MS;
		expect(result.failed).toBe(0);
		expect(result.order).toHaveLength(ROWS);
		expect(result.refused).toBeLessThanOrEqual(ROWS / 10);
		expect(result.elapsedMs / least).toBeLessThanOrEqual(1.1);
	});
});

test('where nothing is refused, nothing waits', async () => {
	const result = await simulate(unlimited, { rows: ROWS, atATime: 50, answerMs: 200, hasRetryAfter: false });
	expect(result.elapsedMs).toBe((ROWS / 50) * 200);
});

test('what was under way at a refusal, and is taken, does not end the pause', () => {
	const pace = new Pace(() => 0);
	const [one, other, next] = [pace.send(0), pace.send(0), pace.send(0)];
	pace.record(one, 100, 'refused');
	const before = pace.waitMs(120);
	pace.record(other, 110, 'passed');
	pace.record(next, 120, 'passed');
	expect(before).toBeGreaterThan(500);
	expect(pace.waitMs(120)).toBe(before);
});

test('a single refusal by chance costs seconds', async () => {
	let count = 0;
	const once: ServiceLimit = { ...unlimited, take: () => (++count === 300 ? 1 : 0) };
	const course = { rows: ROWS, atATime: 5, answerMs: 200, hasRetryAfter: false };
	expect((await simulate(once, course)).elapsedMs).toBeLessThan((ROWS / 5) * 200 * 1.25);
});

test('rows are taken in their order', async () => {
	const { order } = await simulate(bucket(1, 1_000), {
		rows: 100,
		atATime: 20,
		answerMs: 200,
		hasRetryAfter: true,
	});
	expect(order).toEqual([...order].sort((a, b) => a - b));
});

test('a limit that is lowered in mid-run is followed at once, a raised one within two hundred rows', async () => {
	const clock = { elapsed: 0 };
	const [fast, slow] = [bucket(1, 500), bucket(1, 5_000)];
	const changing: ServiceLimit = {
		...fast,
		take: (at) => {
			clock.elapsed = at;
			return at > 100_000 && at < 600_000 ? slow.take(at) : fast.take(at);
		},
	};
	const course = { rows: 600, atATime: 5, answerMs: 200, hasRetryAfter: false };
	const result = await simulate(changing, course);
	// 200 in the first 100 s, 100 in the next 500 s, then 300 more.
	expect(result).toMatchObject({ failed: 0 });
	expect(result.elapsedMs).toBeLessThan(600_000 + 180 * 5_000);
	expect(result.refused).toBeLessThan(80);
});

test('two processes that share an account, and know nothing of each other, both get through', async () => {
	const clock = new VirtualClock();
	const limit = slidingWindow(10, MINUTE_MS);
	const course = { rows: 100, atATime: 5, answerMs: 200, hasRetryAfter: false };
	const both = [1, 2].map(async (seed) => await send(limit, course, clock, new RequestQueue(numbers(seed))));
	const results = await clock.run(Promise.all(both));
	expect(results.map(({ failed }) => failed)).toEqual([0, 0]);
	expect(clock.elapsed).toBeLessThan(limit.leastMs(200) * 1.3);
});

describe('a service that takes nothing', () => {
	const closed: ServiceLimit = { name: 'closed', take: () => 1_000, leastMs: () => 0 };
	const course = { rows: 20, atATime: 5, answerMs: 200, hasRetryAfter: false };

	test('is given up after the patience, for all rows', async () => {
		const clock = new VirtualClock();
		const result = await clock.run(send(closed, course, clock, new RequestQueue(numbers(1))));
		expect(result.failed).toBe(20);
		expect(clock.elapsed).toBeGreaterThanOrEqual(600_000);
		expect(clock.elapsed).toBeLessThan(602_000);
		expect(result.refused).toBeLessThan(25);
	});

	test('is asked again by who comes later', async () => {
		const clock = new VirtualClock();
		const turns = new RequestQueue(numbers(1));
		await clock.run(send(closed, course, clock, turns));
		await clock.run(clock.sleep(120_000));
		const result = await clock.run(send(unlimited, course, clock, turns));
		expect(result).toMatchObject({ failed: 0, refused: 0 });
	});
});

describe('a place in the line', () => {
	/** A line whose first request was refused, with Retry-After. */
	async function held(clock: VirtualClock, retryAfterMs: number): Promise<RequestQueue> {
		const turns = new RequestQueue(() => 0);
		const first = turns.place(clock, 600_000);
		await first.turn();
		first.report('refused', retryAfterMs);
		return turns;
	}

	test('is held by Retry-After, whoever got it', async () => {
		const clock = new VirtualClock();
		const turns = await held(clock, 7_000);
		await clock.run(turns.place(clock, 600_000).turn());
		expect(clock.elapsed).toBe(7_000);
	});

	test('is held for ten minutes at most, however long Retry-After is', async () => {
		const clock = new VirtualClock();
		const turns = await held(clock, 1e12);
		expect(await clock.run(turns.place(clock, Infinity).turn())).toBe(true);
		expect(clock.elapsed).toBe(600_000);
	});

	test('is given up at its end, first or not', async () => {
		const clock = new VirtualClock();
		const turns = await held(clock, 100_000);
		const [first, second] = [200_000, 20_000].map(async (ms) => {
			const came = await turns.place(clock, 600_000, clock.time + ms).turn();
			return { came, at: clock.elapsed };
		});
		expect(await clock.run(second!)).toMatchObject({ came: false });
		expect(clock.elapsed).toBeLessThanOrEqual(30_000);
		expect(await clock.run(first!)).toEqual({ came: true, at: 100_000 });
	});

	test('ends at once with a Stop, first or not', async () => {
		const clock = new VirtualClock();
		const turns = await held(clock, 100_000);
		const waiting = [1, 2, 3].map(async () => await turns.place(clock, 600_000).turn());
		clock.at(5_000, () => clock.stop());
		const ends = await clock.run(Promise.allSettled(waiting));
		expect(ends).toEqual(Array(3).fill({ status: 'rejected', reason: STOPPED }));
		expect(clock.elapsed).toBe(5_000);
		// Another run of the same account goes on.
		const other = new VirtualClock();
		other.time = clock.time;
		expect(await other.run(turns.place(other, 600_000).turn())).toBe(true);
	});

	test('a trial of which nobody knows what it came to is followed by another', async () => {
		const clock = new VirtualClock();
		const turns = await held(clock, 1_000);
		const trial = turns.place(clock, 600_000);
		await clock.run(trial.turn());
		const next = turns.place(clock, 600_000).turn();
		trial.report('unknown');
		expect(await clock.run(next)).toBe(true);
		expect(clock.elapsed).toBeLessThan(5_000);
	});

	test('nothing waits because the clock was put back', async () => {
		const clock = new VirtualClock();
		const turns = new RequestQueue(() => 0);
		const send = async () => await clock.run(turns.place(clock, 600_000).turn());
		await send();
		clock.time -= 300_000;
		const before = clock.naps;
		await send();
		expect(clock.naps).toBe(before);
	});

	test('is ended by its own end also while a trial is under way that gets no answer', async () => {
		const clock = new VirtualClock();
		const turns = await held(clock, 1_000);
		const trial = turns.place(clock, 600_000);
		await clock.run(trial.turn());
		clock.at(180_000, () => trial.report('unknown'));
		const waits = [40_000, 20_000].map(
			async (ms) => await turns.place(clock, 600_000, clock.time + ms).turn(),
		);
		expect(await clock.run(Promise.all(waits))).toEqual([false, false]);
		expect(clock.elapsed).toBeLessThan(60_000);
	});

	test('all is forgotten after ten minutes without a request', async () => {
		const clock = new VirtualClock();
		const turns = await held(clock, 300_000);
		const trial = turns.place(clock, 600_000);
		await clock.run(trial.turn());
		trial.report('passed');
		await clock.run(clock.sleep(700_000));
		const before = clock.naps;
		for (let row = 0; row < 10; row++) await clock.run(turns.place(clock, 600_000).turn());
		expect(clock.naps).toBe(before);
	});
});
