import { Workflow } from 'n8n-workflow';
import { shortenDeadlines } from '../support/oddHost';
import { TriggerBench } from './triggerSetup';

const bench = new TriggerBench();

test('a genuine callback between forged callbacks starts a run, and the forged callbacks get 401', async () => {
	bench.callbacks({ forged: true });
	const id = await bench.image();
	await bench.finish();
	expect(await bench.n8n.untilRuns(1)).toMatchObject([{ id }]);
	const { delivered } = bench.emulator.callbacks;
	const answers = delivered.map(({ variant, httpStatus }) => `${variant} ${httpStatus}`);
	expect(new Set(answers)).toEqual(new Set(['forged 401', 'genuine 200']));
	expect(bench.warnings()).toContain('The callback is forged');
	expect(await bench.post(JSON.stringify({ _id: 'a\u001b[2J\u0007', status: 3 }))).toBe(400);
	expect(bench.warnings()).not.toContain('\u001b');
	expect(bench.engine.logs.messages('debug').join('\n')).toMatch(/^Callback \w+: \w+/m);
});

test('a callback is answered with 503 while the service is down, and starts a run when it comes again', async () => {
	bench.callbacks({ processing: false, retryMs: 1_000 });
	const id = await bench.image();
	bench.emulator.faults.add({ kind: 'reset', times: Infinity });
	const deadlines = shortenDeadlines(20);
	await bench.finish();
	expect(bench.emulator.callbacks.delivered.map(({ httpStatus }) => httpStatus)).toEqual([503]);
	deadlines.mockRestore();
	bench.emulator.faults.clear();
	expect(await bench.n8n.untilRuns(1)).toMatchObject([{ id, event: 'completed' }]);
	expect(bench.warnings()).toContain('HTTP 503');
});

test.each([
	['whose turn comes after ten seconds', { kind: 'slow', delayMs: 300 }, 'too many callbacks'],
	['whose read is refused', { kind: 'code', code: 1005, times: Infinity }, 'too many requests'],
] as const)('a callback %s is answered with 503', async (_what, fault, reason) => {
	bench.callbacks({ lost: true });
	const id = await bench.image();
	await bench.finish();
	bench.emulator.faults.add({ ...fault, match: { path: 'infobymodelid' } });
	const { now } = Date;
	const begun = jest.spyOn(Workflow.prototype, 'getStaticData');
	jest.spyOn(Date, 'now').mockImplementation(() => now() + (begun.mock.calls.length > 1 ? 11_000 : 0));
	const both = [3, 4].map(async (status) => await bench.post(bench.sealed({ _id: id, status })));
	expect(await Promise.all(both)).toContain(503);
	expect(bench.warnings()).toContain(reason);
});

test('a callback is answered with 503 in time while the service hangs, and the read is not repeated', async () => {
	bench.callbacks({ lost: true });
	const id = await bench.image();
	const match = { path: 'infobymodelid' };
	bench.emulator.faults.add({ kind: 'slow', delayMs: 5_000, times: Infinity, match });
	shortenDeadlines(20);
	expect(await bench.post(bench.sealed({ _id: id }))).toBe(503);
	// Longer than the pause before a read would be sent again.
	await new Promise((resolve) => setTimeout(resolve, 1_200));
	expect(bench.emulator.requestsTo('infobymodelid').length).toBeLessThan(2);
});
