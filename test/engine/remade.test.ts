import { faceSwap, FACES, rows, swap } from '../support/bench';
import { single, startEngine } from '../support/engine';
import { KeyStoreTable } from '../support/keyStore';
import { parkedBench } from '../support/parked';
import { freshNode } from '../support/webhookRequest';

/* Make Failed Jobs Again: a swap whose failure may pass is made again by the node. */

KeyStoreTable.install();
let jobMs = 30;
const { bench, store } = parkedBench({ jobMs: () => jobMs });
const CREATE = 'specifyimage';
const sent = () => bench.emulator.requestsTo(CREATE).length;
const GOES_ON = { onError: 'continueRegularOutput' } as const;
const BUSY = 'The service is busy, try again later';

async function run(options: object, { failures = [BUSY], items = 1, settings = GOES_ON as object } = {}) {
	for (const reason of failures) bench.emulator.jobs.next({ status: 4, reason }, { times: 1 });
	const workflow = swap({ options: { maxConcurrent: 1, ...options } }, settings);
	return (await bench.engine.run(workflow, { input: rows(items) })).json('Node');
}

test('a job that failed for a reason that may pass is made again, and the output tells', async () => {
	const [item] = await run({ remakeFailed: 1 });
	expect(item).toMatchObject({ status: 'completed', remade: 1, id: bench.created.at(-1)?.id });
	expect(sent()).toBe(2);
});

test('a job that failed is named where the service refuses to make it again', async () => {
	bench.emulator.jobs.next({ status: 4, reason: 'busy' }, { times: 1 });
	bench.emulator.faults.add({ kind: 'code', code: 1006, match: { path: CREATE, nth: 2 }, times: 1 });
	const result = await bench.engine.run(swap({ options: { remakeFailed: 1 } }, GOES_ON), { input: rows(1) });
	const id = bench.created.at(-1)!.id;
	expect(JSON.stringify(result.json('Node'))).toContain(id);
});

test.each([
	['by default', {}, [BUSY], 1],
	['more often than it is asked for', { remakeFailed: 2 }, [BUSY, 'Timed out', BUSY], 3],
	['for a reason that stays', { remakeFailed: 2 }, ['No face was found'], 1],
	['for a cancelled one', { remakeFailed: 2 }, ['The task was cancelled'], 1],
	['beyond At Most (Jobs)', { remakeFailed: 2, maxJobs: 1 }, [BUSY], 1],
])('it is not made again %s', async (_name, options, failures, creates) => {
	const [item] = await run(options, { failures });
	expect(item).toMatchObject({ details: { status: 'failed', submitted: 'yes' } });
	if (creates > 1) expect(item).toMatchObject({ details: { remade: creates - 1 } });
	expect(sent()).toBe(creates);
});

test('after an unknown create nothing more is created for it', async () => {
	bench.emulator.jobs.next({ status: 4, reason: BUSY }, { times: 1 });
	bench.emulator.faults.add({ kind: 'afterTakenReset', match: { path: CREATE, nth: 2 } });
	const result = await bench.engine.run(swap({ options: { remakeFailed: 2 } }, GOES_ON), { input: rows(1) });
	expect(result.json('Node')).toMatchObject([{ details: { submitted: 'unknown' } }]);
	expect(sent()).toBe(2);
});

test('the one under an idempotency key is made again under it, and a repeat gets the last', async () => {
	const options = { remakeFailed: 1, idempotencyKey: 'order 1' };
	const [item] = await run(options);
	expect(item).toMatchObject({ status: 'completed', remade: 1 });
	const [repeat] = await run(options, { failures: [] });
	expect(repeat).toMatchObject({ id: item?.id, status: 'completed', duplicate: true });
	expect(sent()).toBe(2);
});

test('At Most (Jobs) counts those that are made again, of all rows', async () => {
	const items = await run({ remakeFailed: 2, maxJobs: 4 }, { failures: [BUSY, BUSY], items: 3 });
	expect(items.filter(({ status }) => status === 'completed')).toHaveLength(2);
	expect(sent()).toBe(4);
});

test('an age change too; nothing else has the option', async () => {
	bench.emulator.jobs.next({ status: 4, reason: BUSY }, { times: 1 });
	const parameters = {
		modifyImage: 'http://127.0.0.1:9/1.png',
		faceReage: 10,
		whichFaces: 'provided',
		targetImage: JSON.stringify(FACES.targetImage),
		downloadResult: false,
		options: { remakeFailed: 1 },
	};
	const result = await bench.engine.run(faceSwap('reage', 'reageImage', parameters));
	expect(result.json('Node')).toMatchObject([{ status: 'completed', remade: 1 }]);
	const image = { resource: 'image', operation: 'generate', prompt: 'A cat', downloadResult: false };
	bench.emulator.jobs.next({ status: 4, reason: BUSY }, { times: 1 });
	const other = await bench.engine.run(
		single('imageGeneration', { ...image, options: { remakeFailed: 1 } }, GOES_ON),
	);
	expect(other.json('Node')).toMatchObject([{ details: { status: 'failed' } }]);
});

test('over a stored wait: it is made again when the run wakes up, and waited for anew', async () => {
	jobMs = 3_600_000;
	const before = bench.created.length;
	const stored = await store(swap({ options: { remakeFailed: 1, maxJobs: 3 } }, GOES_ON), 2);
	const [first] = bench.created.slice(before);
	bench.emulator.jobs.fail(first!.id, BUSY);
	await stored.wake();
	expect(stored.status).toBe('waiting');
	expect(bench.created.length - before).toBe(3);
	bench.emulator.jobs.fail(bench.created.at(-1)!.id, BUSY);
	bench.emulator.jobs.complete();
	const items = (await stored.toTheEnd()).json('Node');
	expect(items[0]).toMatchObject({ details: { remade: 1, id: bench.created.at(-1)?.id } });
	expect(items[1]).toMatchObject({ status: 'completed' });
	expect(bench.created.length - before).toBe(3);
});

test('over a stored wait: a row that could not be made does not count for At Most (Jobs)', async () => {
	jobMs = 3_600_000;
	const before = bench.created.length;
	const workflow = swap(
		{ modifyImage: '={{ $json.picture }}', options: { remakeFailed: 1, maxJobs: 3 } },
		GOES_ON,
	);
	const input = rows(3).map((row, item) => (item === 1 ? { ...row, picture: 'none' } : row));
	const stored = await store(workflow, 3, { input });
	bench.emulator.jobs.fail(bench.created[before]!.id, BUSY);
	await stored.wake();
	expect(bench.created.length - before).toBe(3);
	bench.emulator.jobs.complete();
	expect((await stored.toTheEnd()).json('Node').map(({ status }) => status)).toEqual([
		'completed',
		undefined,
		'completed',
	]);
});

test('a Stop before it is sent again leaves no doubt of it', async () => {
	jobMs = 30;
	bench.emulator.jobs.next({ status: 4, reason: BUSY }, { times: 1 });
	bench.emulator.faults.add({ kind: 'code', code: 1005, match: { path: CREATE, nth: 2 }, times: Infinity });
	const running = bench.engine.start(swap({ options: { remakeFailed: 1 } }), { input: rows(1) });
	while (sent() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
	running.stop();
	const stopped = await running.finished;
	expect(stopped.status).toBe('canceled');
	bench.emulator.faults.clear();
	expect((await bench.engine.retry(stopped)).json('Node')).toMatchObject([{ status: 'completed' }]);
});

describe('a repeat under the key of a job that is made again gets the new one', () => {
	test('in another execution', async () => {
		bench.emulator.jobs.next({ status: 4, reason: BUSY, jobMs: 300 }, { times: 1 });
		const workflow = swap({ options: { remakeFailed: 1, idempotencyKey: 'order A' } }, GOES_ON);
		const one = async () => await bench.engine.run(workflow, { input: rows(1), mode: 'trigger' });
		const items = (await Promise.all([one(), one(), one()])).map((result) => result.json('Node')[0]);
		expect(items.map((item) => item?.status)).toEqual(Array(3).fill('completed'));
		expect(new Set(items.map((item) => item?.id)).size).toBe(1);
		expect(items.filter((item) => item?.duplicate)).toHaveLength(2);
		expect(sent()).toBe(2);
	});

	test('in another process', async () => {
		const nodeTypes = { 'n8n-nodes-media-generation.faceSwap': freshNode('faceSwap') };
		const other = await startEngine({ emulator: bench.emulator, nodeTypes, beside: bench.engine });
		bench.emulator.jobs.next({ status: 4, reason: BUSY, jobMs: 1_500 }, { times: 1 });
		const workflow = swap({ options: { remakeFailed: 1, idempotencyKey: 'order E' } }, GOES_ON);
		const both = [bench.engine, other].map(
			async (engine) => await engine.run(workflow, { input: rows(1), mode: 'trigger' }),
		);
		const items = (await Promise.all(both)).map((result) => result.json('Node')[0]);
		expect(items.map((item) => item?.status)).toEqual(['completed', 'completed']);
		expect(items[0]?.id).toBe(items[1]?.id);
		expect(sent()).toBe(2);
	});

	test('in another row', async () => {
		const options = { remakeFailed: 1, idempotencyKey: 'order B' };
		bench.emulator.jobs.next({ status: 4, reason: BUSY }, { times: 1 });
		const workflow = swap({ modifyImage: 'http://127.0.0.1:9/1.png', options }, GOES_ON);
		const items = (await bench.engine.run(workflow, { input: rows(2) })).json('Node');
		expect(items.map(({ status }) => status)).toEqual(['completed', 'completed']);
		expect(items[0]!.id).toBe(items[1]!.id);
	});

	test('and is not sent where nobody knows whether that was taken', async () => {
		const options = { remakeFailed: 1, idempotencyKey: 'order D' };
		bench.emulator.jobs.next({ status: 4, reason: BUSY }, { times: 1 });
		bench.emulator.faults.add({ kind: 'afterTakenReset', match: { path: CREATE, nth: 2 }, times: 1 });
		const workflow = swap({ options }, GOES_ON);
		await bench.engine.run(workflow, { input: rows(1) });
		const [repeat] = (await bench.engine.run(workflow, { input: rows(1) })).json('Node');
		expect(repeat).toMatchObject({
			error: expect.stringMatching(/^Not sent: a job may have been paid/),
			details: { submitted: 'unknown' },
		});
	});

	test('and fails with the first where that is refused', async () => {
		const options = { remakeFailed: 1, idempotencyKey: 'order C' };
		bench.emulator.jobs.next({ status: 4, reason: BUSY }, { times: 1 });
		bench.emulator.faults.add({ kind: 'code', code: 1003, match: { path: CREATE, nth: 2 }, times: 1 });
		const workflow = swap({ modifyImage: 'http://127.0.0.1:9/1.png', options }, GOES_ON);
		const items = (await bench.engine.run(workflow, { input: rows(2) })).json('Node');
		expect(items[1]).toMatchObject({
			error: expect.stringContaining(BUSY),
			details: { duplicate: true, description: expect.stringContaining('unless the run that made it') },
		});
		expect(sent()).toBe(2);
	});
});
