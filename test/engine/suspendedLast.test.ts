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
	expect(result.run.waitTill).toBeUndefined();
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
