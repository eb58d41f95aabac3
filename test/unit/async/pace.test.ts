import {
	bucket,
	firstRefused,
	fixedWindow,
	jobsAtATime,
	outage,
	slidingWindow,
	unlimited,
	type ServiceLimit,
} from './limits';
import { ANSWER_MS, simulate, simulateAll } from './simulation';

const closed: ServiceLimit = { name: 'closed', take: () => 1_000, leastMs: () => 0 };
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const S = 1_000;
const MINUTE = 60 * S;

/** Each seed has its own number of submissions at a time, and every other seed gets Retry-After. */
const courseOf = (rows: number, seed: number) => {
	const atATime = [1, 5, 20, 5][seed % 4] ?? 5;
	return { rows, atATime, seed, hasRetryAfter: seed % 2 === 0 };
};

test.each([1, 8, 20])(
	'after %i refusals at the start the run is at full speed 15 s after the last of them',
	(count) => {
		for (const seed of SEEDS) {
			const course = { ...courseOf(seed % 3 ? 60 : 1_000, seed), hasRetryAfter: false };
			const ideal = simulate(unlimited, course);
			const result = simulate(firstRefused(count), course);
			const lastMs = result.refusedAt.at(-1) ?? 0;
			expect(result.elapsedMs - lastMs - ideal.elapsedMs).toBeLessThan(15 * S);
		}
	},
);

test('a new account sends at most 12 requests in six seconds if the service refuses all', () => {
	for (const seed of SEEDS) {
		const { refused } = simulate(closed, { rows: 20, atATime: 5, seed, endsMs: 6 * S });
		expect(refused).toBeLessThanOrEqual(12);
	}
});

const limits: Array<() => ServiceLimit> = [
	...[1, 10].flatMap((most) => [
		() => slidingWindow(most, S),
		() => fixedWindow(most, S),
		() => fixedWindow(most, S, 0.5 * S),
	]),
	...[10 * S, MINUTE].flatMap((windowMs) =>
		[1, 10, 60].flatMap((most) => [
			() => slidingWindow(most, windowMs),
			...[0, 0.3, 0.9].map((phase) => () => fixedWindow(most, windowMs, phase * windowMs)),
		]),
	),
	() => bucket(1, MINUTE),
	() => bucket(1, S),
	() => bucket(10, 6 * S),
	() => bucket(60, S),
	() => bucket(500, 6 * S),
	() => bucket(20, S / 20),
	() => bucket(60, S / 60),
	...[20, 25, 30, 40, 50, 60].flatMap((most) => [
		() => slidingWindow(most, S),
		...[0, 0.25, 0.5, 0.75].map((phase) => () => fixedWindow(most, S, phase * S)),
	]),
];

test.each(limits.map((make) => [make().name, make] as const))(
	'a thousand rows at %s take at most 1.25 times the ideal, and the service refuses at most 15 %%',
	(_name, make) => {
		for (const seed of SEEDS) {
			const course = courseOf(1_000, seed);
			const result = simulate(make(), course);
			const ideal = Math.max(make().leastMs(1_000), (1_000 / course.atATime) * ANSWER_MS) + ANSWER_MS;
			expect(result.takenAt).toHaveLength(1_000);
			expect(result.refused / (1_000 + result.refused)).toBeLessThanOrEqual(0.15);
			expect(result.elapsedMs / ideal).toBeLessThanOrEqual(1.25);
		}
	},
);

const tenAMinute = [
	() => slidingWindow(10, MINUTE),
	() => fixedWindow(10, MINUTE),
	() => fixedWindow(10, MINUTE, 30 * S),
	() => bucket(1, 6 * S),
	() => bucket(10, 6 * S),
];

test.each(tenAMinute.map((make) => [make().name, make] as const))(
	'each leg of a suspended run sends its share at %s, with few refusals',
	(_name, make) => {
		const few = make().name.includes('fixed') ? 0.3 : 0.25;
		for (const seed of SEEDS) {
			// n8n wakes a run after one or two minutes.
			const legs = { ms: MINUTE, pauseMs: seed % 3 ? 65 * S : 125 * S };
			const result = simulate(make(), { ...courseOf(300, seed), legs });
			expect(result.refused / (300 + result.refused)).toBeLessThanOrEqual(few);
			const byLeg = result.legs.map((taken, leg) => taken - (result.legs[leg - 1] ?? 0));
			expect(Math.min(...byLeg)).toBeGreaterThanOrEqual(7);
		}
	},
);

const minutely = [60, 150].flatMap((most) => [
	() => slidingWindow(most, MINUTE),
	() => fixedWindow(most, MINUTE, 18 * S),
	() => bucket(10, MINUTE / most),
]);

test.each(minutely.map((make) => [make().name, make] as const))(
	'at %s no minute of a saved run is below 70 %% of the limit after the first five',
	(_name, make) => {
		const perMinute = (60_000 / make().leastMs(100_001)) * 100_000;
		for (const seed of SEEDS) {
			const legs = { ms: 5 * MINUTE, pauseMs: 66 * S };
			const course = {
				rows: Math.round(24 * perMinute),
				atATime: 5,
				seed,
				hasRetryAfter: seed % 2 === 0,
				legs,
			};
			const { legsAt, takenAt, elapsedMs } = simulate(make(), course);
			const starts = legsAt.flatMap((at) => [0, 1, 2, 3, 4].map((minute) => at + minute * MINUTE));
			const whole = starts.filter((at) => at + MINUTE < elapsedMs - 2 * S).slice(5);
			const taken = whole.map((at) => takenAt.filter((ms) => ms >= at && ms < at + MINUTE).length);
			expect(Math.min(...taken) / perMinute).toBeGreaterThanOrEqual(0.7);
		}
	},
);

test.each([() => unlimited, ...tenAMinute].map((make) => [make().name, make] as const))(
	'after a short outage and a long one, a run at %s is back at its speed within 15 s, with few refusals',
	(_name, make) => {
		for (const seed of SEEDS) {
			const course = courseOf(1_000, seed);
			const ms = 2 ** ((seed % 5) % 4) * MINUTE;
			const limit = outage(outage(make(), 4, seed * 100), seed % 3 ? 500 : 10, ms);
			const result = simulate(limit, course);
			const free = simulate(unlimited, course);
			const idealMs = Math.max(1.25 * limit.leastMs(1_000), free.elapsedMs);
			expect(result.elapsedMs - idealMs).toBeLessThan(ms + 15 * S);
			expect(result.refused / (1_000 + result.refused)).toBeLessThanOrEqual(0.17);
		}
	},
);

test.each([1, 3, 10].flatMap((most) => [4 * S, MINUTE].map((jobMs) => [most, jobMs] as const)))(
	'a service that takes only %i jobs at a time, of %i ms, has at least four fifths of them in progress',
	(most, jobMs) => {
		for (const seed of SEEDS) {
			const course = { ...courseOf(200, seed), hasRetryAfter: false, atATime: seed % 2 ? 5 : 20 };
			const limit = jobsAtATime(most, jobMs, seed);
			const { elapsedMs } = simulate(limit, course);
			expect(limit.leastMs(course.rows) / (elapsedMs + jobMs)).toBeGreaterThanOrEqual(0.8);
		}
	},
);

test('if a fifth of the answers is HTTP 5xx, the rest is neither slowed nor stopped', () => {
	for (const seed of SEEDS) {
		const course = { rows: 500, atATime: 5, seed, unknown: 0.2 };
		const ideal = (course.rows / 0.8 / course.atATime) * ANSWER_MS;
		for (const limit of [unlimited, firstRefused(8)]) {
			const { elapsedMs } = simulate(limit, course);
			expect(elapsedMs).toBeLessThan(1.25 * ideal + 15 * S);
		}
	}
});

test('two processes share an account without knowing each other, and both send all their rows', () => {
	for (const seed of SEEDS) {
		const courses = [seed, seed + 100].map((own) => ({ rows: 100, atATime: 5, seed: own }));
		const results = simulateAll(slidingWindow(10, MINUTE), courses);
		expect(results.map(({ takenAt }) => takenAt.length)).toEqual([100, 100]);
	}
});

test.each([false, true])('rows that may not be sent take no turn (Retry-After %p)', (hasRetryAfter) => {
	for (const seed of SEEDS) {
		const course = { atATime: 5, seed, hasRetryAfter };
		const alone = simulate(bucket(1, 6 * S), { ...course, rows: 100 });
		const among = simulate(bucket(1, 6 * S), {
			...course,
			rows: 1_000,
			sends: (row) => row % 10 === 0,
		});
		expect(among.takenAt).toHaveLength(100);
		expect(among.elapsedMs).toBeLessThan(1.1 * alone.elapsedMs);
		expect(among.refused).toBeLessThan(alone.refused + 10);
	}
});
