import { setTimeout as pause } from 'node:timers/promises';
import { rows, setUp, swap } from '../support/bench';

const bench = setUp();

type OnError = 'continueRegularOutput' | 'stopWorkflow';

/** Two jobs by callback, one after the other: the looks of the first are over before the second is submitted. */
function start(
	outcomes: ReadonlyArray<Parameters<typeof bench.emulator.jobs.next>[0]>,
	onError: OnError,
	more = {},
) {
	const { jobs, faults } = bench.emulator;
	for (const outcome of outcomes) jobs.next(outcome, { times: 1 });
	faults.add({ kind: 'slow', delayMs: 1_500, times: 1, match: { path: 'specifyimage', nth: 2 } });
	const parameters = { waitUsing: 'callback', options: { maxConcurrent: 1 }, ...more };
	return bench.engine.start(swap(parameters, { onError }), { input: rows(2) });
}

test('a run whose jobs are all done before it is stored is not stored: nobody would call any more', async () => {
	const jobs = [
		{ status: 3, jobMs: 900 },
		{ status: 3, jobMs: 10 },
	] as const;
	const result = await start(jobs, 'stopWorkflow').finished;
	expect(result.run.data.waitTill).toBeUndefined();
	expect(result.json('Node').map(({ status }) => status)).toEqual(['completed', 'completed']);
});

test('of a job that is found failed then, the item fails', async () => {
	const jobs = [
		{ status: 4, jobMs: 900, reason: 'no light' },
		{ status: 3, jobMs: 10 },
	] as const;
	const result = await start(jobs, 'continueRegularOutput').finished;
	expect(result.json('Node')).toMatchObject([
		{ error: expect.stringContaining('no light'), details: { status: 'failed' } },
		{ status: 'completed' },
	]);
});

describe('while the file of one that is done is fetched', () => {
	/** The first is found done by the last look, and its file takes more than a second; the second goes on. */
	function startFetching(onError: OnError = 'stopWorkflow') {
		bench.emulator.faults.add({
			kind: 'slow',
			delayMs: 1_300,
			times: Infinity,
			match: { path: '/results/' },
		});
		const jobs = [
			{ status: 3, jobMs: 900 },
			{ status: 3, jobMs: 3_600_000 },
		] as const;
		return start(jobs, onError, { downloadResult: true });
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
		const running = startFetching();
		await isFetched();
		bench.emulator.jobs.complete(bench.created[before + 1]?.id ?? '');
		const { status, run } = await running.finished;
		expect([status, run.data.waitTill]).toEqual(['success', undefined]);
	});

	test.each(['continueRegularOutput', 'stopWorkflow'] as const)(
		'Stop ends the run, and it is not stored (%s)',
		async (onError) => {
			const running = startFetching(onError);
			await isFetched();
			running.stop();
			const { status, run } = await running.finished;
			expect([status, run.data.waitTill]).toEqual(['canceled', undefined]);
		},
	);
});
