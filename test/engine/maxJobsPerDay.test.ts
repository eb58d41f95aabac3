import { randomUUID } from 'node:crypto';
import { rows, setUp, swap } from '../support/bench';
import { startEngine } from '../support/engine';
import { KeyStoreTable } from '../support/keyStore';
import { freshNode } from '../support/webhookRequest';
import type { WorkflowJson } from '../support/workflow';

/* At Most a Day (Jobs): a node makes at most so many, over all executions and processes. */

const table = KeyStoreTable.install();
const bench = setUp();
const CREATE = 'specifyimage';
const sent = () => bench.emulator.requestsTo(CREATE).length;

/** A node of its own that goes on after failures. */
function limited(maxJobsPerDay: number, options: object = {}): WorkflowJson {
	const workflow = swap({ options: { maxJobsPerDay, ...options } }, { onError: 'continueRegularOutput' });
	const id = randomUUID();
	return { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, id: `${id} ${node.name}` })) };
}

async function run(workflow: WorkflowJson, count: number, engine = bench.engine) {
	return (await engine.run(workflow, { input: rows(count), mode: 'trigger' })).json('Node');
}

beforeEach(() => {
	table.latency = () => 0;
	table.failures = 0;
});

test('what is over the limit is not sent, in this execution and the next, until midnight', async () => {
	const workflow = limited(3);
	const items = await run(workflow, 4);
	expect(items.filter(({ status }) => status === 'completed')).toHaveLength(3);
	expect(sent()).toBe(3);
	expect(items.find(({ error }) => error)).toMatchObject({
		error: 'Not sent: At Most a Day (Jobs) allows 3, and this node has made them today',
		details: {
			submitted: 'no',
			retryFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00.000Z$/),
			description: expect.stringMatching(/can be run again from \d{4}-\d\d-\d\d 00:00 \(/),
		},
	});
	expect(await run(workflow, 1)).toMatchObject([{ details: { submitted: 'no' } }]);
	expect(sent()).toBe(3);
	const { now } = Date;
	const tomorrow = jest.spyOn(Date, 'now').mockImplementation(() => now() + 25 * 3_600_000);
	const [item] = await run(workflow, 1).finally(() => tomorrow.mockRestore());
	expect(item).toMatchObject({ status: 'completed' });
});

test('processes that run at the same moment share the limit', async () => {
	const nodeTypes = { 'n8n-nodes-media-generation.faceSwap': freshNode('faceSwap') };
	const other = await startEngine({ emulator: bench.emulator, nodeTypes, beside: bench.engine });
	table.latency = () => Math.random() * 3;
	const workflow = limited(7);
	const items = (await Promise.all([run(workflow, 6), run(workflow, 6, other)])).flat();
	expect(items.filter(({ status }) => status === 'completed')).toHaveLength(7);
	expect(sent()).toBe(7);
});

test('a create that was certainly not taken gives its place back; one that nobody knows of keeps it', async () => {
	const workflow = limited(2);
	bench.emulator.faults.add({ kind: 'code', code: 1003, match: { path: CREATE } });
	expect(await run(workflow, 1)).toMatchObject([{ details: { submitted: 'no', errorCode: 1003 } }]);
	bench.emulator.faults.add({ kind: 'afterTakenReset', match: { path: CREATE } });
	expect(await run(workflow, 1)).toMatchObject([{ details: { submitted: 'unknown' } }]);
	const items = await run(workflow, 2);
	expect(items.filter(({ status }) => status === 'completed')).toHaveLength(1);
});

test('a repeat under an Idempotency Key takes no place, and a refused item gives its key back', async () => {
	const idempotencyKey = randomUUID();
	const workflow = limited(1, {
		idempotencyKey: `={{ $json.row % 2 ? "${idempotencyKey}" : "${idempotencyKey} 2" }}`,
	});
	const [first] = await run(workflow, 1);
	expect(first).toMatchObject({ status: 'completed' });
	const items = await run(workflow, 2);
	expect(items).toMatchObject(
		expect.arrayContaining([
			expect.objectContaining({ id: first?.id, duplicate: true }),
			expect.objectContaining({ details: expect.objectContaining({ submitted: 'no' }) }),
		]),
	);
	expect(sent()).toBe(1);
});

test('nothing is sent where jobs can not be counted', async () => {
	table.failures = Infinity;
	expect(await run(limited(5), 1)).toMatchObject([
		{
			error: expect.stringMatching(/^At Most a Day \(Jobs\) can't be counted: SQLITE_CANTOPEN/),
			details: { submitted: 'no' },
		},
	]);
	table.failures = 0;
	const unsaved = await bench.engine.run(limited(5), {
		input: rows(1),
		workflowId: '__EMPTY__',
		mode: 'manual',
	});
	expect(unsaved.json('Node')).toMatchObject([
		{ error: expect.stringContaining('a workflow that was not saved'), details: { submitted: 'no' } },
	]);
	expect(sent()).toBe(0);
});
