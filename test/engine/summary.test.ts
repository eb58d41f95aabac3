import { swap } from '../support/bench';
import type { RunResult } from '../support/engine';
import { suspendedBench } from '../support/suspended';

/* A run shows a hint over its output, and its IDs in the custom data of the execution. */

const hints = (result: RunResult) => result.runs('Node').at(-1)?.hints ?? [];
const hint = (result: RunResult) => hints(result).at(-1)?.message;
const customData = (result: RunResult) => result.run.data.resultData.metadata ?? {};
const noted = (result: RunResult) => Object.values(customData(result)).join(' ').split(' ');

const { bench, store } = suspendedBench();

test('a suspended run shows how many jobs it waits for, and at its end a summary', async () => {
	const before = bench.created.length;
	const stored = await store(swap({ limits: { maxOpenJobs: 2, concurrentSubmissions: 1 } }), 3);
	const message = hint(stored.result!) ?? '';
	const start = 'Face swap: 0 of 3 done, 2 open (oldest 0 min), 1 not sent yet, next look at ';
	expect(message.slice(0, start.length)).toBe(start);
	expect(message.slice(start.length)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d \(America\/New_York\)\.$/);
	expect(bench.engine.logs.lines).toContainEqual(
		expect.objectContaining({
			level: 'info',
			message: `n8n saves the execution. ${message}`,
		}),
	);
	expect(noted(stored.result!)).toHaveLength(2);
	bench.emulator.jobs.complete();
	await stored.wake();
	expect(hint(stored.result!)).toMatch(/^Face swap: 2 of 3 done, 1 open \(oldest \d min\), next look at /);
	bench.emulator.jobs.complete();
	const result = await stored.toTheEnd();
	const end = expect.stringMatching(/^Jobs: 3 completed\. The service keeps/);
	expect(hints(result)).toEqual([{ message: end, type: 'info', location: 'outputPane' }]);
	const ids = bench.created.slice(before).map(({ id }) => id);
	expect(customData(result)).toEqual({ mediaJobs: ids.join(' ') });
});
