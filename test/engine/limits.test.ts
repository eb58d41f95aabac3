import { randomUUID } from 'node:crypto';
import { GOES_ON, rows, setUp, swap } from '../support/bench';
import { connect, node, START } from '../support/engine';

/* Maximum Jobs per Execution and Maximum Jobs per Day. */

const bench = setUp();
const sent = () => bench.emulator.requestsTo('specifyimage').length;
const completed = (count: number) => Array<unknown>(count).fill({ status: 'completed' });

test('with Maximum Jobs per Execution, a run with too many rows creates nothing, and its error names both numbers', async () => {
	const { error } = await bench.engine.run(swap({ limits: { maxJobs: 50 } }), { input: rows(60) });
	expect(error?.message).toContain('This run would make 60 jobs, and Maximum Jobs per Execution allows 50');
	expect(error?.context.itemIndex).toBeUndefined();
	const workflow = swap({ limits: { maxJobs: 2 } }, GOES_ON);
	const items = (await bench.engine.run(workflow, { input: rows(3) })).json('Node');
	expect(items).toMatchObject(Array(3).fill({ details: { submitted: 'no' } }));
	expect(sent()).toBe(0);
	expect((await bench.engine.run(workflow, { input: rows(2) })).json('Node')).toMatchObject(completed(2));
});

test.each([
	['Maximum Jobs per Execution', { limits: { maxJobs: '' } }],
	['Maximum Jobs per Day', { limits: { maxJobsPerDay: '={{ $vars.most }}' } }],
	['Minimum Credit', { limits: { minimumCredit: '={{ $json.least }}' } }],
	['Dry Run', { options: { dryRun: '={{ $json.isTest }}' } }],
])('%s is not off because it is empty: %j', async (label, parameters) => {
	const { error } = await bench.engine.run(swap(parameters), { input: rows(1) });
	expect([error?.message, sent()]).toEqual([expect.stringContaining(`${label} is empty`), 0]);
});

test('with Maximum Jobs per Execution, rows with one key count as one job, and the job of an earlier run does not count', async () => {
	const workflow = swap({
		modifyImage: 'http://127.0.0.1:9/one.png',
		limits: { maxJobs: 1 },
		options: { idempotencyKey: 'order 7' },
	});
	for (let time = 0; time < 2; time++) {
		expect((await bench.engine.run(workflow, { input: rows(3) })).error).toBeUndefined();
	}
	expect(sent()).toBe(1);
});

test('with Maximum Jobs per Day, a node that stops on errors sends nothing of more rows than a day allows, and asks for another limit', async () => {
	const workflow = swap({ limits: { maxJobsPerDay: 6 } }, { id: randomUUID() });
	const { error } = await bench.engine.run(workflow, { input: rows(7) });
	expect(error?.message).toContain('This run would make 7 jobs, and Maximum Jobs per Day allows 6');
	expect(error?.context.data).toMatchObject({ next: 'changeField', field: 'Maximum Jobs per Day' });
	expect(sent()).toBe(0);
});

test('with Maximum Jobs per Execution, a later round of a loop may make the job that an earlier one could not', async () => {
	const { nodes } = swap({ limits: { maxJobs: 2 } }, GOES_ON);
	const connections = {
		...connect([START, 'Loop'], ['Node', 'Loop']),
		Loop: { main: [[], [{ node: 'Node', type: 'main' as const, index: 0 }]] },
	};
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', { batchSize: 2 });
	bench.emulator.faults.add({ kind: 'code', code: 1003, match: { path: 'specifyimage' } });
	const result = await bench.engine.run({ nodes: [...nodes, loop], connections }, { input: rows(3) });
	const items = result.runs('Node').flatMap(({ data }) => data?.main?.[0] ?? []);
	expect(items.filter(({ json }) => json.status === 'completed')).toHaveLength(2);
});
