import { HOURS, kinds, start } from './fakeService';
import { Random } from '../../emulator/random';

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

describe.each(kinds)('a job that is read %s', (_how, kind) => {
	test('is polled in time although the clock was put back by an hour', async () => {
		const { clock, service, watch } = start(kind);
		const watched = clock.run(watch.until(service.job('a', 300_000)));
		clock.at(100_000, () => Object.assign(clock, { now: () => clock.time - HOURS / 3 }));
		expect(await watched).toMatchObject({ state: { status: 'completed' } });
		expect(clock.elapsed).toBeLessThan(340_000);
	});
});
