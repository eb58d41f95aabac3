import { swap } from '../support/bench';
import { chain, node } from '../support/engine';
import { parkedBench } from '../support/parked';

/* Runs whose output somebody waits for are never stored, whatever Store After says: n8n would answer them at that moment. */

const { bench, store, swapNode } = parkedBench();

const isDone = { status: 'completed' };

test.each([
	[
		'of engine 2, whose IDs are no numbers',
		{ executionId: 'c9f0f895-1f2a-4d1e-8f5a-2b1d3c4e5f60' },
		'engine',
	],
	['of a workflow that another one called', { mode: 'integrated' as const }, 'called this one'],
	['of an evaluation', { mode: 'evaluation' as const }, 'nobody wakes up'],
])('a run %s goes on in the process, and the log says why', async (_what, options, why) => {
	bench.emulator.jobs.next({ status: 3, jobMs: 1_500 });
	const run = await store(swap(), 1, options);
	expect([run.status, run.legs]).toEqual(['success', 1]);
	expect(run.result!.json('Node')).toMatchObject([isDone]);
	expect(bench.engine.logs.messages('debug').join('\n')).toMatch(new RegExp(`waits in memory: .*${why}`));
});

test.each([
	['engine 2', { executionId: 'c9f0f895-1f2a-4d1e-8f5a-2b1d3c4e5f61' }],
	['a called workflow', { mode: 'integrated' as const }],
])('Callback is refused in %s, before anything is paid', async (_what, options) => {
	const before = bench.created.length;
	const run = await store(swap({ waitUsing: 'callback' }), 1, options);
	expect(run.result!.error?.message).toContain('is not possible here');
	expect(bench.created).toHaveLength(before);
});

test('rows that differ in what holds for the whole run are refused, and nothing is paid', async () => {
	const before = bench.created.length;
	const workflow = swap({ waitOptions: { storeAfter: '={{ $json.row }}' } });
	const run = await store(workflow, 2);
	expect(run.result!.error?.message).toBe(
		'Store After (Minutes) must be the same for all items, but 1 was given, and item 0 has 0',
	);
	expect(bench.created).toHaveLength(before);
});

test('in a loop, where each run has one row, they may differ', async () => {
	bench.emulator.jobs.next({ status: 3, jobMs: 10 });
	const workflow = chain(
		swapNode({ waitOptions: { storeAfter: '={{ $json.row + 5 }}' } }),
		node('End', 'n8n-nodes-base.noOp'),
	);
	expect((await store(workflow, 1)).status).toBe('success');
});
