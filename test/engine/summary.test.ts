import { GOES_ON, rows, setUp, swap } from '../support/bench';
import type { RunResult } from '../support/engine';
import { now } from '../support/fastClock';
import { suspendedBench } from '../support/suspended';

/* A run shows a hint over its output, and its IDs in the custom data of the execution. */

const hints = (result: RunResult) => result.runs('Node').at(-1)?.hints ?? [];
const hint = (result: RunResult) => hints(result).at(-1)?.message;
const customData = (result: RunResult) => result.run.data.resultData.metadata ?? {};
const noted = (result: RunResult) => Object.values(customData(result)).join(' ').split(' ');

describe('a run in memory', () => {
	const bench = setUp({ now });

	test('counts its jobs by outcome in one hint, and warns in the log', async () => {
		bench.emulator.jobs.next({ status: 4, reason: 'No face' }, { times: 1 });
		bench.emulator.faults.add({ kind: 'afterTakenReset', match: { path: 'specifyimage', nth: 3 } });
		bench.emulator.faults.add({ kind: 'code', code: 1006, match: { path: 'specifyimage', nth: 4 } });
		const result = await bench.engine.run(swap({ limits: { concurrentSubmissions: 1 } }, GOES_ON), {
			input: rows(6),
		});
		expect(hints(result)).toEqual([
			{
				message: expect.stringMatching(
					/^Jobs: 1 completed, 1 failed, 1 may be paid, 3 not made or paid\. .*The service keeps the results until \d{4}-\d\d-\d\d \d\d:\d\d \(America\/New_York\)\. To save them, turn on Download Result, here or in Job › Get\.$/,
				),
				type: 'info',
				location: 'outputPane',
			},
		]);
		expect(bench.engine.logs.lines).toContainEqual(
			expect.objectContaining({
				level: 'warn',
				message: 'Face swap: 5 of 6 items failed, of which 3 were not made or paid',
			}),
		);
	});
});

describe('a suspended run', () => {
	const { bench, store } = suspendedBench();

	test('shows how many jobs it waits for, and at its end a summary', async () => {
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
		expect(hints(result)).toHaveLength(1);
		expect(hint(result)).toContain('Jobs: 3 completed. The service keeps');
		const ids = bench.created.slice(before).map(({ id }) => id);
		expect(customData(result)).toEqual({ mediaJobs: ids.join(' ') });
	});
});
