import { Pace, RateLimiter, type Outcome, type Waiting } from '../../../nodes/shared/async/rateLimiter';
import { readAccount, sharedBy } from '../../../nodes/shared/transport/account';
import { STOPPED, Clock } from '../../support/clock';

const S = 1_000;
const PATIENCE_MS = 600 * S;

const waitingOn = (clock: Clock, others: Partial<Waiting> = {}): Waiting => ({
	...{ environment: clock, since: clock.now(), patienceMs: PATIENCE_MS },
	...{ until: Infinity, order: 0, sentAt: 0 },
	...others,
});

test('if the service accepts nothing, all rows fail after the patience, with few requests', async () => {
	const clock = new Clock();
	const limiter = new RateLimiter(undefined, () => 0.5);
	let refused = 0;
	const rows = Array.from({ length: 20 }, async () => {
		const waiting = waitingOn(clock);
		while (await limiter.turn(waiting)) {
			await clock.sleep(200);
			refused += 1;
			limiter.report(waiting, 'refused');
		}
	});
	await clock.run(Promise.all(rows));
	expect(clock.elapsed).toBeGreaterThanOrEqual(PATIENCE_MS);
	expect(clock.elapsed).toBeLessThan(PATIENCE_MS + 20 * S);
	expect(refused).toBeLessThan(100);
});

/** A limiter whose first request was refused, with Retry-After. */
async function held(clock: Clock, retryAfterMs: number, limiter = new RateLimiter(undefined, () => 0)) {
	const first = waitingOn(clock);
	await limiter.turn(first);
	limiter.report(first, 'refused', retryAfterMs);
	return limiter;
}

test.each([
	[7_000, 7_000],
	[1e12, 600_000],
])(
	'another request gets a Retry-After of %i ms, and a request in the line waits for %i ms',
	async (retryAfterMs, ms) => {
		const clock = new Clock();
		const limiter = await held(clock, retryAfterMs);
		expect(await clock.run(limiter.turn(waitingOn(clock, { patienceMs: Infinity })))).toBe(true);
		expect(clock.elapsed).toBe(ms);
	},
);

test('a request that can not wait for a Retry-After gives up immediately and has its time, and reads wait a minute', async () => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
	const account = readAccount({ baseUrl: 'https://api.example.com', clientId: 'id', clientSecret: 'secret' });
	for (const host of ['detection', 'service'] as const) {
		const clock = new Clock();
		const limiter = await held(clock, 3_600_000, sharedBy(account)[host]);
		const waiting = waitingOn(clock, { until: clock.time + 120_000 });
		expect(await clock.run(limiter.turn(waiting))).toBe(host === 'service');
		expect(clock.elapsed).toBe(host === 'service' ? 60_000 : 0);
		if (host === 'detection') expect(waiting.retryAt).toBe(clock.time + 3_600_000);
	}
});

test('a request in the line gives up at its own deadline, first or not, also while a trial gets no answer', async () => {
	const clock = new Clock();
	const limiter = await held(clock, 1_000);
	const trial = waitingOn(clock);
	await clock.run(limiter.turn(trial));
	clock.at(180_000, () => limiter.report(trial, 'unknown'));
	const turns = [40_000, 20_000].map(async (ms) => {
		const came = await limiter.turn(waitingOn(clock, { until: clock.time + ms }));
		return { came, at: Math.round(clock.elapsed / S) };
	});
	expect(await clock.run(Promise.all(turns))).toEqual([
		{ came: false, at: 41 },
		{ came: false, at: 21 },
	]);
});

test('a request in the line sees within 15 seconds that its end has come closer', async () => {
	const clock = new Clock();
	const limiter = await held(clock, 100_000);
	let until = Infinity;
	clock.at(1_000, () => (until = clock.time));
	const turn = limiter.turn(Object.defineProperty(waitingOn(clock), 'until', { get: () => until }));
	expect([await clock.run(turn), clock.elapsed]).toEqual([false, 15_000]);
});

test('a Stop ends the requests of its run in the line immediately, first or not, and other runs continue', async () => {
	const clock = new Clock();
	const limiter = await held(clock, 100_000);
	const waiting = [1, 2, 3].map(async () => await limiter.turn(waitingOn(clock)));
	clock.at(5_000, () => clock.stop());
	const ends = await clock.run(Promise.allSettled(waiting));
	expect(ends).toEqual(Array(3).fill({ status: 'rejected', reason: STOPPED }));
	expect(clock.elapsed).toBe(5_000);
	const other = new Clock();
	other.time = clock.time;
	expect(await other.run(limiter.turn(waitingOn(other)))).toBe(true);
});

test('requests in the line keep their order, and a refused request comes first', async () => {
	const clock = new Clock();
	const limiter = await held(clock, 1_000);
	const came: string[] = [];
	const turnOf = async (name: string, order = 0) => {
		const waiting = waitingOn(clock, { order });
		if (await limiter.turn(waiting)) came.push(name);
		limiter.report(waiting, 'passed');
	};
	await clock.run(Promise.all([turnOf('first'), turnOf('second'), turnOf('refused', 1)]));
	expect(came).toEqual(['refused', 'first', 'second']);
});

const HOUR_MS = 3_600 * S;
test('a pace is remembered for three minutes without a request, until the clock is put back', () => {
	const pace = new Pace(() => 0, PATIENCE_MS);
	expect([180 * S, 180 * S + 1].map((now) => pace.isOver(now))).toEqual([false, true]);
	const sent = { sentAt: 0 };
	pace.send(sent, HOUR_MS);
	expect([0, 2 * HOUR_MS].map((now) => pace.isOver(now))).toEqual([false, false]);
	pace.report(sent, 'passed', HOUR_MS + 100 * S);
	const after = [100 * S - 1, 280 * S, 280 * S + 1].map((ms) => pace.isOver(HOUR_MS + ms));
	expect(after).toEqual([true, false, true]);
});

test('after the clock was put back during a request, others still get their turns', async () => {
	const clock = new Clock();
	const limiter = new RateLimiter(undefined, () => 0);
	const send = async (outcome: Outcome, backMs = 0) => {
		const request = waitingOn(clock);
		await clock.run(limiter.turn(request));
		clock.time += 1_000 - backMs;
		limiter.report(request, outcome);
	};
	const taken = ['passed', 'passed', 'refused'] as const;
	for (const outcome of [...taken, ...taken]) await send(outcome);
	await send('unknown', 250_000);
	for (const outcome of taken) await send(outcome);
	expect(clock.elapsed).toBeLessThan(-200_000);
});
