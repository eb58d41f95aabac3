import { node, connect, START } from '../support/engine';
import { rows, setUp, swap } from '../support/bench';
import { KeyStoreTable } from '../support/keyStore';
import { freshNode } from '../support/webhookRequest';

/* At Most (Jobs): a run that would make more makes none. */

KeyStoreTable.install();
const TOOL = 'n8n-nodes-media-generation.faceSwapTool';
const bench = setUp({}, { nodeTypes: { [TOOL]: freshNode('faceSwap') } });
const sent = () => bench.emulator.requestsTo('specifyimage').length;
const GOES_ON = { onError: 'continueRegularOutput' } as const;

test('more rows than are allowed create nothing, and the refusal names both numbers', async () => {
	const { error } = await bench.engine.run(swap({ options: { maxJobs: 50 } }), { input: rows(60) });
	expect(error?.message).toBe('Not sent: This run would make 60 jobs, and At Most (Jobs) allows 50');
	expect(sent()).toBe(0);
});

test('each row says that it was not submitted, where the node goes on', async () => {
	const workflow = swap({ options: { maxJobs: 2 } }, GOES_ON);
	const items = (await bench.engine.run(workflow, { input: rows(3) })).json('Node');
	expect(items).toHaveLength(3);
	for (const item of items) expect(item).toMatchObject({ details: { submitted: 'no' } });
	expect(sent()).toBe(0);
});

test('as many as are allowed are made', async () => {
	const result = await bench.engine.run(swap({ options: { maxJobs: 3 } }), { input: rows(3) });
	expect(result.json('Node').map(({ status }) => status)).toEqual(Array(3).fill('completed'));
});

test('jobs of a first try are none of those that a second would make', async () => {
	bench.emulator.jobs.next({ status: 4 }, { times: 1 });
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const options = { maxJobs: 3, maxConcurrent: 1 };
	const result = await bench.engine.run(swap({ options }, settings), { input: rows(3) });
	expect(result.json('Node').map(({ status }) => status)).toEqual(Array(3).fill('completed'));
	expect(sent()).toBe(4);
});

test('jobs that Minimum Credit refused count for no later round of a loop', async () => {
	const minimumCredit = '={{ $runIndex === 0 ? 1000000 : 0 }}';
	const { nodes } = swap({ options: { maxJobs: 2, minimumCredit } }, GOES_ON);
	const twice = {
		nodes: [...nodes, node('Pass', 'n8n-nodes-base.noOp')],
		connections: connect([START, 'Node'], [START, 'Pass'], ['Pass', 'Node']),
	};
	await bench.engine.run(twice, { input: rows(2) });
	expect(sent()).toBe(2);
});

test('jobs of an earlier try count for the rounds of a loop after this one', async () => {
	const { nodes } = swap(
		{ options: { maxJobs: 4, maxConcurrent: 1 } },
		{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	);
	const twice = {
		nodes: [...nodes, node('Pass', 'n8n-nodes-base.noOp')],
		connections: connect([START, 'Node'], [START, 'Pass'], ['Pass', 'Node']),
	};
	bench.emulator.faults.add({ kind: 'code', code: 1003, match: { path: 'specifyimage', nth: 3 } });
	// Three are taken, and one is refused.
	await bench.engine.run(twice, { input: rows(3) });
	expect(sent()).toBe(4);
});

test('rows with one key are one job, and jobs of an earlier run are none', async () => {
	const workflow = swap({
		modifyImage: 'http://127.0.0.1:9/one.png',
		options: { maxJobs: 1, idempotencyKey: 'order 7' },
	});
	for (let time = 0; time < 2; time++) {
		expect((await bench.engine.run(workflow, { input: rows(3) })).error).toBeUndefined();
	}
	expect(sent()).toBe(1);
});

test('a node that runs again in the same execution counts what it has made', async () => {
	const { nodes } = swap({ options: { maxJobs: 3 } }, GOES_ON);
	const twice = {
		nodes: [...nodes, node('Pass', 'n8n-nodes-base.noOp')],
		connections: connect([START, 'Node'], [START, 'Pass'], ['Pass', 'Node']),
	};
	const result = await bench.engine.run(twice, { input: rows(2) });
	const [first, second] = result.runs('Node').map(({ data }) => data?.main?.[0]?.map(({ json }) => json));
	expect(first).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
	expect(second).toMatchObject(
		Array(2).fill({ error: expect.stringContaining('would make 2 jobs, after 2 in this execution') }),
	);
	expect(sent()).toBe(2);
});

test('what the service did not take counts for no other run of the node', async () => {
	const { nodes } = swap({ options: { maxJobs: 1 } }, GOES_ON);
	const twice = {
		nodes: [...nodes, node('Pass', 'n8n-nodes-base.noOp')],
		connections: connect([START, 'Node'], [START, 'Pass'], ['Pass', 'Node']),
	};
	bench.emulator.faults.add({ kind: 'code', code: 1003, match: { path: 'specifyimage' } });
	const result = await bench.engine.run(twice, { input: rows(1) });
	const [first, second] = result.runs('Node').map(({ data }) => data?.main?.[0]?.map(({ json }) => json));
	expect(first).toMatchObject([{ details: { submitted: 'no' } }]);
	expect(second).toMatchObject([{ status: 'completed' }]);
});

test('a job that failed, and was made again, counts twice for the rounds of a loop after this one', async () => {
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { nodes } = swap({ options: { maxJobs: 2 } }, settings);
	const twice = {
		nodes: [...nodes, node('Pass', 'n8n-nodes-base.noOp')],
		connections: connect([START, 'Node'], [START, 'Pass'], ['Pass', 'Node']),
	};
	bench.emulator.jobs.next({ status: 4, reason: 'busy' }, { times: 1 });
	const { error } = await bench.engine.run(twice, { input: rows(1) });
	expect(error?.message).toContain('would make 1 job, after 2 in this execution');
	expect(sent()).toBe(2);
});

/** An agent's tool that is called twice in one execution, with these pictures. */
async function calledTwice(options: object, [one, other]: [string, string]) {
	const { nodes } = swap({ modifyImage: '={{ $json.photo }}', options: { ...options } });
	const calls = nodes.map((each) => (each.name === 'Node' ? { ...each, type: TOOL } : each));
	const picture = (name: string, photo: string) =>
		node(name, 'n8n-nodes-base.set', {
			assignments: { assignments: [{ id: name, name: 'photo', type: 'string', value: photo }] },
		});
	const workflow = {
		nodes: [...calls, picture('One', one), picture('Other', other)],
		connections: connect([START, 'One'], [START, 'Other'], ['One', 'Node'], ['Other', 'Node']),
	};
	const result = await bench.engine.run(workflow, { mode: 'trigger' });
	return result.runs('Node').map(({ data, error }) => data?.main?.[0]?.[0]?.json ?? { error });
}

describe("an agent's tool", () => {
	const pictures: [string, string] = ['http://127.0.0.1:9/a.png', 'http://127.0.0.1:9/b.png'];

	test('makes no more jobs in an execution than are allowed, however often it is called', async () => {
		const [first, second] = await calledTwice({ maxJobs: 1 }, pictures);
		expect(first).toMatchObject({ status: 'completed' });
		expect(second).toMatchObject({
			error: expect.stringContaining('would make 1 job, after 1 in this execution'),
			details: { submitted: 'no' },
		});
		expect(sent()).toBe(1);
	});

	test('makes one job of the same call made twice', async () => {
		const [first, second] = await calledTwice({}, [pictures[0], pictures[0]]);
		expect(second).toMatchObject({ id: first?.id, status: 'completed', duplicate: true });
		expect(first).not.toHaveProperty('duplicate');
		expect(sent()).toBe(1);
	});

	test('makes two of two different calls, and of the same one in two executions', async () => {
		await calledTwice({}, pictures);
		expect(sent()).toBe(2);
		await calledTwice({}, pictures);
		expect(sent()).toBe(4);
	});

	test('makes a job again that has failed, when it is called again', async () => {
		bench.emulator.jobs.next({ status: 4, reason: 'No face' }, { times: 1 });
		const [first, second] = await calledTwice({}, [pictures[0], pictures[0]]);
		expect(first).toMatchObject({ error: expect.stringContaining('No face') });
		expect(second).toMatchObject({ status: 'completed' });
		expect(sent()).toBe(2);
	});

	test('takes the job of a call up whose wait has timed out, and pays nothing more', async () => {
		bench.emulator.jobs.next({ status: 3, jobMs: 9_000 }, { times: 1 });
		await calledTwice({ timeout: 0.02 }, [pictures[0], pictures[0]]);
		expect(sent()).toBe(1);
	});
});
