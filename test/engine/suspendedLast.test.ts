import { setTimeout as pause } from 'node:timers/promises';
import { rows, setUp, swap } from '../support/bench';

const bench = setUp();

test('a run whose jobs are all done before it is stored is not stored: nobody would call any more', async () => {
	bench.emulator.jobs.next({ status: 3, jobMs: 900 }, { times: 1 });
	bench.emulator.jobs.next({ status: 3, jobMs: 10 }, { times: 1 });
	// The looks of the first are over before the second is submitted.
	bench.emulator.faults.add({
		kind: 'slow',
		delayMs: 1_500,
		times: 1,
		match: { path: 'specifyimage', nth: 2 },
	});
	const result = await bench.engine.run(swap({ waitUsing: 'callback', options: { maxConcurrent: 1 } }), {
		input: rows(2),
	});
	expect(result.run.data.waitTill).toBeUndefined();
	expect(result.json('Node').map(({ status }) => status)).toEqual(['completed', 'completed']);
});

test('of a job that is found failed then, the item fails', async () => {
	bench.emulator.jobs.next({ status: 4, jobMs: 900, reason: 'no light' }, { times: 1 });
	bench.emulator.jobs.next({ status: 3, jobMs: 10 }, { times: 1 });
	bench.emulator.faults.add({
		kind: 'slow',
		delayMs: 1_500,
		times: 1,
		match: { path: 'specifyimage', nth: 2 },
	});
	const result = await bench.engine.run(
		swap({ waitUsing: 'callback', options: { maxConcurrent: 1 } }, { onError: 'continueRegularOutput' }),
		{ input: rows(2) },
	);
	expect(result.json('Node')).toMatchObject([
		{ error: expect.stringContaining('no light'), details: { status: 'failed' } },
		{ status: 'completed' },
	]);
});

describe('while the file of one that is done is fetched', () => {
	/** Two jobs by callback; the first is found done by the last look, and its file takes more than a second. */
	function start(onError: 'continueRegularOutput' | 'stopWorkflow' = 'stopWorkflow') {
		const { jobs, faults } = bench.emulator;
		jobs.next({ status: 3, jobMs: 900 }, { times: 1 });
		jobs.next({ status: 3, jobMs: 3_600_000 }, { times: 1 });
		faults.add({ kind: 'slow', delayMs: 1_500, times: 1, match: { path: 'specifyimage', nth: 2 } });
		faults.add({ kind: 'slow', delayMs: 1_300, times: Infinity, match: { path: '/results/' } });
		const parameters = { waitUsing: 'callback', downloadResult: true, options: { maxConcurrent: 1 } };
		return bench.engine.start(swap(parameters, { onError }), { input: rows(2) });
	}
	async function isFetched(): Promise<void> {
		for (let tries = 0; tries < 1_000; tries++) {
			if (bench.emulator.requests.some(({ path }) => path.startsWith('/results/'))) return;
			await pause(10);
		}
		throw new Error('No file is fetched');
	}

	test('another job that is done is found, too', async () => {
		const before = bench.created.length;
		const running = start();
		await isFetched();
		bench.emulator.jobs.complete(bench.created[before + 1]?.id ?? '');
		const { status, run } = await running.finished;
		expect([status, run.data.waitTill]).toEqual(['success', undefined]);
	});

	test.each(['continueRegularOutput', 'stopWorkflow'] as const)(
		'Stop ends the run, and it is not stored (%s)',
		async (onError) => {
			const running = start(onError);
			await isFetched();
			running.stop();
			const { status, run } = await running.finished;
			expect([status, run.data.waitTill]).toEqual(['canceled', undefined]);
		},
	);
});
