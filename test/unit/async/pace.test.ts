import {
	bucket,
	firstRefused,
	fixedWindow,
	outage,
	slidingWindow,
	unlimited,
	type ServiceLimit,
} from './limits';
import { testTable } from '../../support/table';
import { ANSWER_MS, simulate } from './simulation';

/** The figures of the limiter were chosen with 20 (PACE_SEEDS=20), in a minute. */
const SEEDS = Array.from({ length: Number(process.env.PACE_SEEDS ?? 4) }, (_, index) => index + 1);
const S = 1_000;
const MINUTE = 60 * S;

/** Each seed has its own number of submissions at a time, and every other seed gets Retry-After. */
const courseOf = (rows: number, seed: number) => {
	const atATime = [1, 5, 20, 5][seed % 4] ?? 5;
	return { rows, atATime, seed, hasRetryAfter: seed % 2 === 0 };
};
type Make = () => ServiceLimit;
const named = (...all: Make[]) => all.map((make) => [make().name, make] as const);

const windows = (windowMs: number, ...counts: number[]): Make[] =>
	counts.flatMap((most) => [
		() => slidingWindow(most, windowMs),
		...[0, 0.3, 0.9].map((phase) => () => fixedWindow(most, windowMs, phase * windowMs)),
	]);
const buckets: Make[] = [
	[1, MINUTE],
	[1, S],
	[10, 6 * S],
	[500, 6 * S],
	[20, S / 20],
	[60, S / 60],
].map(
	([burst = 1, intervalMs = S]) =>
		() =>
			bucket(burst, intervalMs),
);

test.each(
	named(...windows(S, 1, 20, 50), ...windows(10 * S, 1, 10, 60), ...windows(MINUTE, 10, 60), ...buckets),
)(
	'a thousand rows at %s take at most 1.27 times the ideal, and the service refuses at most 15 %%',
	async (_name, make) => {
		for (const seed of SEEDS) {
			const course = courseOf(1_000, seed);
			const result = await simulate(make(), course);
			const ideal = Math.max(make().leastMs(1_000), (1_000 / course.atATime) * ANSWER_MS) + ANSWER_MS;
			expect(result.takenAt).toHaveLength(1_000);
			expect(result.refused / (1_000 + result.refused)).toBeLessThanOrEqual(0.15);
			expect(result.elapsedMs / ideal).toBeLessThanOrEqual(1.27);
		}
	},
);

const minutely = [60, 150].flatMap((most): Make[] => [
	() => slidingWindow(most, MINUTE),
	() => fixedWindow(most, MINUTE, 18 * S),
	() => bucket(10, MINUTE / most),
]);

test.each(named(...minutely))(
	'at %s no minute of a saved run is below 70 %% of the limit after the first five',
	async (_name, make) => {
		const perMinute = (60_000 / make().leastMs(100_001)) * 100_000;
		for (const seed of SEEDS) {
			const legs = { ms: 5 * MINUTE, pauseMs: 66 * S };
			const course = { ...courseOf(Math.round(24 * perMinute), seed), atATime: 5, legs };
			const { legsAt, takenAt, elapsedMs } = await simulate(make(), course);
			const starts = legsAt.flatMap((at) => [0, 1, 2, 3, 4].map((minute) => at + minute * MINUTE));
			const whole = starts.filter((at) => at + MINUTE < elapsedMs - 2 * S).slice(5);
			const taken = whole.map((at) => takenAt.filter((ms) => ms >= at && ms < at + MINUTE).length);
			expect(Math.min(...taken) / perMinute).toBeGreaterThanOrEqual(0.7);
		}
	},
);

test.each(named(() => unlimited, ...windows(MINUTE, 10), ...buckets.slice(2, 3)))(
	'after a short outage and a long one, a run at %s is back at its speed within 15 s, with few refusals',
	async (_name, make) => {
		for (const seed of SEEDS) {
			const course = courseOf(1_000, seed);
			const ms = 2 ** ((seed % 5) % 4) * MINUTE;
			const limit = outage(outage(make(), 4, seed * 100), seed % 3 ? 500 : 10, ms);
			const result = await simulate(limit, course);
			const free = await simulate(unlimited, course);
			const idealMs = Math.max(1.25 * limit.leastMs(1_000), free.elapsedMs);
			expect(result.elapsedMs - idealMs).toBeLessThan(ms + 15 * S);
			expect(result.refused / (1_000 + result.refused)).toBeLessThanOrEqual(0.17);
		}
	},
);

const KINDS = { bucket, firstRefused, fixedWindow, slidingWindow };
type Said = [kind: keyof typeof KINDS, ...numbers: number[]];
const limitOf = ([kind, ...numbers]: Said): ServiceLimit => Reflect.apply(KINDS[kind], null, numbers);

/* Half or twice of each tuned figure changes one of these. If you tune one, run all with PACE_SEEDS=20 before. */
testTable([__dirname, 'paces.txt', 2], '%s, %s', async (limit = '', course = '') => {
	const [first, ...outages]: [Said, ...number[][]] = JSON.parse(limit);
	const service = outages.reduce((each, [after, ms]) => outage(each, after!, ms!), limitOf(first));
	const { takenAt, refusedAt } = await simulate(service, JSON.parse(course));
	const taken = takenAt.filter((_, index) => index % 10 === 9).concat(takenAt.slice(-1));
	const seconds = (all: number[]) => all.map((ms) => ms / S).join(' ');
	return `${takenAt.length} taken, each tenth at ${seconds(taken)}; refused ${seconds(refusedAt)}`;
});

test('rows that may not be sent take no turn', async () => {
	for (const seed of SEEDS) {
		const course = { ...courseOf(100, seed), atATime: 5 };
		const alone = await simulate(bucket(1, 6 * S), course);
		const among = await simulate(bucket(1, 6 * S), { ...course, rows: 1_000, sendsEach: 10 });
		expect(among.takenAt).toHaveLength(100);
		expect(among.elapsedMs).toBeLessThan(1.1 * alone.elapsedMs);
		expect(among.refused).toBeLessThan(alone.refused + 10);
	}
});
