import { HOURS, start } from './fakeService';

jest.mock('../../../nodes/shared/jobs/read', () => {
	const real: typeof import('../../../nodes/shared/jobs/read') = jest.requireActual(
		'../../../nodes/shared/jobs/read',
	);
	const pollAfter = (ageMs: number, random: number) => 10 * real.pollAfter(ageMs, random);
	return { ...real, pollAfter };
});

test('pauses that are ten times longer make fewer polls of a job of hours, not more', async () => {
	const { clock, service, watch } = start();
	await clock.run(watch.until({ ...service.job('a', HOURS), until: clock.startedAt + HOURS }));
	expect(service.calls.length).toBeLessThan(60);
});
