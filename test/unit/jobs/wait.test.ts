import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { HOURS, kinds, start } from './fakeService';
import fc from 'fast-check';
import { Random } from '../../emulator/random';
import { pollAfter } from '../../../nodes/shared/async/waitMethods';

test('the first poll of a job comes after a second, and a resumed job is polled immediately', async () => {
	const { clock, service, watch } = start();
	await clock.run(watch.until(service.job('new', 0)));
	expect(service.calls[0]?.at).toBe(1_000);

	const again = start();
	await again.clock.run(again.watch.until({ ...again.service.job('old', 0), lookNow: true }));
	expect(again.service.calls[0]?.at).toBe(0);
});

test('100 jobs of 3 to 25 s take at most 1.07 times the slowest in nine of ten runs, with 0.35 reads a job', async () => {
	const times: number[] = [];
	for (let seed = 0; seed < 20; seed++) {
		const { clock, service, watch } = start();
		const random = new Random(seed);
		clock.random = random.next;
		service.latencyMs = 50;
		const readyAt = Array.from({ length: 100 }, () => random.int(3_000, 25_000));
		await clock.run(Promise.all(readyAt.map(async (at, n) => await watch.until(service.job(`s${n}`, at)))));
		times.push(clock.elapsed / Math.max(...readyAt));
		expect(service.calls.length).toBeLessThanOrEqual(35);
		// Jobs that are done are read no more.
		expect(service.calls[0]?.ids.length).toBeGreaterThan(90);
		expect(service.calls.at(-1)?.ids.length).toBeLessThan(20);
	}
	expect(times.filter((time) => time > 1.07).length).toBeLessThanOrEqual(2);
});

test('a job that the service does not list is polled for ten minutes, and is reported as missing', async () => {
	const { clock, service, watch } = start();
	const waiting = service.job('late', 500);
	const record = service.jobs.get('late');
	service.jobs.delete('late');
	clock.at(8_000, () => record && service.jobs.set('late', record));
	expect(await clock.run(watch.until(waiting))).toMatchObject({
		missing: false,
		state: { status: 'completed' },
	});

	const never = { ...waiting, state: { ...waiting.state, id: 'never' }, until: clock.now() + 5_000 };
	expect(await clock.run(watch.until(never))).toMatchObject({ timedOut: true, missing: true });
	const waited = await clock.run(watch.until({ ...never, until: clock.now() + HOURS }));
	expect(waited).toMatchObject({ timedOut: false, missing: true });
	expect(waited.waitedMs).toBeLessThan(13 * 60_000);
});

describe.each(kinds)('a job that is read %s', (_how, kind) => {
	test('ends its last pause at the deadline, with a poll', async () => {
		const { clock, service, watch } = start(kind);
		const until = clock.startedAt + 600_000;
		const waited = await clock.run(watch.until({ ...service.job('a', HOURS), until }));
		expect(waited).toMatchObject({ timedOut: true, waitedMs: 600_000 });
		expect(service.calls.at(-1)?.at).toBe(600_000);
	});

	test('counts as completed if it ended before the deadline while the machine slept', async () => {
		const { clock, service, watch } = start(kind);
		const until = clock.startedAt + 600_000;
		const waiting = watch.until({ ...service.job('a', 300_000), until });
		clock.at(100_000, () => (clock.time += 2 * HOURS));
		expect(await clock.run(waiting)).toMatchObject({ timedOut: false, state: { status: 'completed' } });
	});

	test('is polled in time although the clock was put back by an hour', async () => {
		const { clock, service, watch } = start(kind);
		const watched = clock.run(watch.until(service.job('a', 300_000)));
		clock.at(100_000, () => Object.assign(clock, { now: () => clock.time - HOURS / 3 }));
		expect(await watched).toMatchObject({ state: { status: 'completed' } });
		expect(clock.elapsed).toBeLessThan(340_000);
	});
});

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const age = fc.integer({ min: 0, max: 100 * 60 * 60 * 1000 });

test('the pause between polls is about 8 % of the age, but at least a second and at most half a minute', () => {
	fc.assert(
		fc.property(age, chance, (ageMs, random) => {
			const plain = Math.min(30_000, Math.max(1_000, ageMs * 0.08));
			const pause = pollAfter(ageMs, random);
			expect(pause).toBeGreaterThanOrEqual(plain * 0.95);
			expect(pause).toBeLessThanOrEqual(plain * 1.05);
		}),
	);
});

test.each([
	['after ten minutes, if the record has neither result nor reason', jobKinds.faceSwap, 660_000, 700_000],
	['immediately, if the record has a result', jobKinds.image, 60_000, 70_000],
])('a job with a status that the node does not know ends %s', async (_, kind, from, to) => {
	const { clock, service, watch } = start(kind);
	const waited = await clock.run(watch.until(service.job('new', 60_000, { status: 7 })));
	expect(waited).toMatchObject({ timedOut: false, state: { status: 'unknown', unknownStatus: '7' } });
	expect(clock.elapsed).toBeGreaterThanOrEqual(from);
	expect(clock.elapsed).toBeLessThan(to);
});
