import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { faceSwap, rows, setUp, swap } from '../support/bench';
import { startEngine, type Engine, type RunOptions, type WorkflowJson } from '../support/engine';
import { KeyStoreTable } from '../support/keyStore';
import { freshNode } from '../support/webhookRequest';
import type { NodeSettings } from '../support/workflow';

/* The idempotency key: one job for each key, whoever starts the workflow, in however many processes. */

const table = KeyStoreTable.install();
const bench = setUp();
const CREATE = 'specifyimage';
const GOES_ON = { onError: 'continueRegularOutput' } as const;
let key = '';
beforeEach(() => {
	key = randomUUID();
	table.latency = () => 0;
	table.failures = 0;
});
const sent = () => bench.emulator.requestsTo(CREATE).length;

const keyed = (options: INodeParameters = {}, rest: INodeParameters = {}, settings: NodeSettings = GOES_ON) =>
	swap({ ...rest, options: { idempotencyKey: key, ...options } }, settings);

/** What another process of the same n8n has: node types with a memory of their own. */
async function otherProcess(): Promise<Engine> {
	const nodeTypes = { 'n8n-nodes-media-generation.faceSwap': freshNode('faceSwap') };
	return await startEngine({ emulator: bench.emulator, nodeTypes, beside: bench.engine });
}

async function run(workflow: WorkflowJson, options: RunOptions = {}, engine = bench.engine) {
	const result = await engine.run(workflow, { input: rows(1), mode: 'trigger', ...options });
	return result.json('Node');
}

describe('in one process', () => {
	test('five executions at the same moment make one job, and all get its result', async () => {
		const items = (await Promise.all(Array.from({ length: 5 }, async () => await run(keyed())))).flat();
		expect(sent()).toBe(1);
		expect(items.map(({ status }) => status)).toEqual(Array(5).fill('completed'));
		expect(new Set(items.map(({ id }) => id)).size).toBe(1);
		expect(items.filter(({ duplicate }) => duplicate === true)).toHaveLength(4);
		expect(items.filter((item) => !('duplicate' in item))).toHaveLength(1);
	});

	test('a repeat waits for the first job while it runs', async () => {
		bench.emulator.jobs.next({ status: 3, jobMs: 600 });
		const first = run(keyed());
		while (bench.emulator.requestsTo(CREATE).length === 0) await new Promise(setImmediate);
		const [repeat] = await run(keyed());
		expect(repeat).toMatchObject({ status: 'completed', duplicate: true, id: (await first)[0]?.id });
		expect(sent()).toBe(1);
	});

	test('a repeat later reads the job, also where it does not wait', async () => {
		const [first] = await run(keyed());
		const [repeat] = await run(keyed({}, { waitForCompletion: false }));
		expect(repeat).toMatchObject({
			id: first?.id,
			status: 'completed',
			resultUrl: first?.resultUrl,
			duplicate: true,
		});
		expect(sent()).toBe(1);
	});

	test('a repeat needs nothing but its key: its picture may be gone', async () => {
		const parameters = {
			modifyImage: bench.media('portrait-p1.png'),
			sourcePicture: bench.media('portrait-ada.png'),
			options: { idempotencyKey: key },
		};
		const swapOfFound = faceSwap('faceSwap', 'swapImage', parameters, GOES_ON);
		const [first] = await run(swapOfFound);
		bench.emulator.faults.add({
			kind: 'code',
			code: 1,
			msg: 'no such file',
			times: 9,
			match: { path: '/detect' },
		});
		const detections = bench.emulator.requestsTo('/detect').length;
		expect(await run(swapOfFound)).toMatchObject([{ id: first?.id, status: 'completed', duplicate: true }]);
		expect(bench.emulator.requestsTo('/detect')).toHaveLength(detections);
	});

	test('a repeat gets its result also in a run that may make nothing more', async () => {
		const [row, other] = rows(2);
		const input = [
			{ ...row, key },
			{ ...other, key: `${key}-2` },
		];
		await run(keyed(), { input: [row!] });
		bench.emulator.setCredit(5);
		const items = await run(keyed({ idempotencyKey: '={{ $json.key }}', minimumCredit: 10 }), { input });
		expect(items).toMatchObject([{ status: 'completed', duplicate: true }, { details: { submitted: 'no' } }]);
		expect(sent()).toBe(1);
		bench.emulator.setCredit(100_000);
	});

	test('a repeat that does not wait fetches no file: its screen offers none', async () => {
		await run(keyed());
		const workflow = keyed({}, { waitForCompletion: false, downloadResult: true });
		const result = await bench.engine.run(workflow, { input: rows(1), mode: 'trigger' });
		expect(result.output('Node')).toMatchObject([{ json: { status: 'completed', duplicate: true } }]);
		expect(result.output('Node')[0]).not.toHaveProperty('binary');
	});

	test('two rows with one key are one job; rows without a key are paid each', async () => {
		const input = rows(4).map((row, n) => ({ ...row, picture: rows(1)[0]!.picture, key: n < 2 ? key : '' }));
		const items = await run(keyed({ idempotencyKey: '={{ $json.key }}', maxConcurrent: 4 }), { input });
		expect(sent()).toBe(3);
		expect(items.map(({ duplicate = false }) => duplicate).sort()).toEqual([false, false, false, true]);
		expect(items[0]?.id).toBe(items[1]?.id);
	});

	test('another node has keys of its own', async () => {
		await run(keyed());
		const { nodes, connections } = keyed();
		await run({ nodes: nodes.map((each) => ({ ...each, id: `other ${each.name}` })), connections });
		expect(sent()).toBe(2);
	});

	test.each([
		['a parameter', {}, { modifyImage: 'http://127.0.0.1:9/another.png' }, 'Picture to Change'],
		['an extra field', { extraFields: '{"seed": 2}' }, {}, 'Extra Fields (JSON)'],
		['an option', { faceEnhance: true }, {}, 'Face Enhance'],
		['a field of the request', { extraFields: '{"seed": 7}' }, {}, 'Extra Fields'],
	])(
		'the same key with another value of %s is refused, and names it',
		async (_name, options, rest, label) => {
			await run(keyed());
			const [item] = await run(keyed(options, rest));
			expect(item).toMatchObject({
				error: expect.stringContaining(`used before with another value of ${label}`),
				details: { submitted: 'no' },
			});
			expect(sent()).toBe(1);
		},
	);

	test('what does not change the job may differ: the reference, the wait, the download', async () => {
		await run(keyed({ reference: 'one' }));
		expect(await run(keyed({ reference: 'two', timeout: 5 }, { simplify: false }))).toMatchObject([
			{ duplicate: true, reference: 'two' },
		]);
	});

	test('a create that broke off is never sent again, and says what to do', async () => {
		bench.emulator.faults.add({ kind: 'afterTakenReset', match: { path: CREATE } });
		expect(await run(keyed())).toMatchObject([{ details: { submitted: 'unknown' } }]);
		for (let time = 0; time < 3; time++) {
			expect(await run(keyed())).toMatchObject([
				{
					error: expect.stringContaining('may have been paid under this Idempotency Key'),
					details: { submitted: 'unknown', description: expect.stringContaining('give another key') },
				},
			]);
		}
		expect(sent()).toBe(1);
	});

	test('a create that was certainly not taken gives its key back', async () => {
		bench.emulator.faults.add({ kind: 'code', code: 1003, msg: 'bad opts', match: { path: CREATE } });
		expect(await run(keyed())).toMatchObject([{ details: { submitted: 'no', errorCode: 1003 } }]);
		const [item] = await run(keyed());
		expect(item).toMatchObject({ status: 'completed' });
		expect(item).not.toHaveProperty('duplicate');
	});

	test('who waits for a create that is refused makes it, once', async () => {
		bench.emulator.faults.add({ kind: 'code', code: 1003, match: { path: CREATE } });
		const items = (await Promise.all([run(keyed()), run(keyed()), run(keyed())])).flat();
		expect(items.filter(({ status }) => status === 'completed')).toHaveLength(2);
		expect(sent()).toBe(2);
	});

	test('a job that failed stands for its key: it is not paid again', async () => {
		bench.emulator.jobs.next({ status: 4, reason: 'No face' }, { times: 1 });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { error } = await bench.engine.run(keyed({}, {}, settings), { input: rows(1) });
		expect(error?.message).toContain('No face');
		expect(error?.description).toContain('give another key');
		expect(sent()).toBe(1);
	});

	test('Retry on Fail takes up its own job, which is no duplicate', async () => {
		bench.emulator.jobs.next({ status: 3, jobMs: 700 }, { times: 1 });
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const items = await run(keyed({ timeout: 0.1 }, {}, settings));
		expect(items).toMatchObject([{ status: 'completed' }]);
		expect(items[0]).not.toHaveProperty('duplicate');
		expect(sent()).toBe(1);
	});

	test('a node that stops on failures names a repeat, too', async () => {
		await run(keyed());
		const settings = {};
		const workflow = keyed({}, { modifyImage: 'http://127.0.0.1:9/another.png' }, settings);
		const { error } = await bench.engine.run(workflow, { input: rows(1) });
		expect(error?.message).toContain('Picture to Change');
		expect(sent()).toBe(1);
	});

	test('nothing of Stop, and nothing of cancelling, reaches the job of another run', async () => {
		bench.emulator.jobs.next({ status: 3, jobMs: 1_500 });
		const first = run(keyed());
		while (sent() === 0) await new Promise(setImmediate);
		const repeat = bench.engine.start(keyed({ cancelOnStop: true }), { input: rows(1) });
		await new Promise((resolve) => setTimeout(resolve, 200));
		repeat.stop();
		await repeat.finished;
		expect(await first).toMatchObject([{ status: 'completed' }]);
	});
});

describe('where keys can not be remembered', () => {
	test('an unsaved workflow is refused before anything is paid', async () => {
		const [item] = await run(keyed(), { workflowId: '__EMPTY__', mode: 'manual' });
		expect(item).toMatchObject({
			error: 'Idempotency Key is not possible here: n8n remembers no keys for a workflow that was not saved',
			details: { submitted: 'no' },
		});
		expect(sent()).toBe(0);
	});

	test('a database that is away is told, nothing is paid, and the key is free afterwards', async () => {
		table.failures = Infinity;
		const [item] = await run(keyed());
		expect(item).toMatchObject({
			error: expect.stringMatching(/^Idempotency Key can't be claimed: SQLITE_CANTOPEN/),
			details: { submitted: 'no' },
		});
		expect(sent()).toBe(0);
		table.failures = 0;
		expect(await run(keyed())).toMatchObject([{ status: 'completed' }]);
	});
});

describe('in another process', () => {
	let other: Engine;
	beforeEach(async () => {
		other = await otherProcess();
	});

	test('a repeat reads the job from what n8n stores, and one with other parameters is refused', async () => {
		const [first] = await run(keyed());
		expect(await run(keyed(), {}, other)).toMatchObject([{ id: first?.id, duplicate: true }]);
		const another = await otherProcess();
		expect(await run(keyed({}, { modifyImage: 'http://127.0.0.1:9/b.png' }), {}, another)).toMatchObject([
			{ error: expect.stringContaining('another value of Picture to Change'), details: { submitted: 'no' } },
		]);
		expect(await run(keyed({ faceEnhance: true }), {}, another)).toMatchObject([
			{ error: expect.stringContaining('another value of Face Enhance'), details: { submitted: 'no' } },
		]);
		expect(sent()).toBe(1);
	});

	test('a repeat there of a request without an option of the first is refused', async () => {
		await run(keyed({ faceEnhance: true }));
		expect(await run(keyed(), {}, other)).toMatchObject([
			{ error: expect.stringContaining('with other parameters'), details: { submitted: 'no' } },
		]);
		expect(sent()).toBe(1);
	});

	test('a repeat of a job whose ID can not be read is not paid, and says so', async () => {
		await run(keyed());
		table.change(/ [12]$/, () => 7);
		expect(await run(keyed(), {}, other)).toMatchObject([
			{
				error: expect.stringContaining('this version of the node can not read it'),
				details: { submitted: 'unknown' },
			},
		]);
		expect(sent()).toBe(1);
	});

	test('a repeat of a create that n8n was killed in is not paid, and says so', async () => {
		await run(keyed());
		table.loseEnds();
		expect(await run(keyed(), {}, other)).toMatchObject([
			{ error: expect.stringContaining('Its first use did not end'), details: { submitted: 'unknown' } },
		]);
		expect(sent()).toBe(1);
	});

	test('a repeat says so at once when n8n was killed in it more than a minute ago', async () => {
		await run(keyed());
		table.loseEnds(61_000);
		const before = table.accesses;
		expect(await run(keyed(), {}, other)).toMatchObject([
			{ error: expect.stringContaining('Its first use did not end'), details: { submitted: 'unknown' } },
		]);
		// It is looked up twice: once for all items, once to claim it.
		expect(table.accesses - before).toBeLessThanOrEqual(6);
		expect(sent()).toBe(1);
	});

	test('a create that broke off there is never sent again', async () => {
		bench.emulator.faults.add({ kind: 'afterTakenReset', match: { path: CREATE } });
		await run(keyed());
		expect(await run(keyed(), {}, other)).toMatchObject([
			{
				error: expect.stringContaining('unknown whether the service took'),
				details: { submitted: 'unknown' },
			},
		]);
		expect(sent()).toBe(1);
	});

	test('a repeat waits there for the create, and makes the job when that is refused', async () => {
		bench.emulator.faults.add({ kind: 'code', code: 1003, match: { path: CREATE }, delayMs: 500 });
		const first = run(keyed());
		while (sent() === 0) await new Promise(setImmediate);
		const [repeat] = await run(keyed(), {}, other);
		expect(await first).toMatchObject([{ details: { submitted: 'no', errorCode: 1003 } }]);
		expect(repeat).toMatchObject({ status: 'completed' });
		expect(repeat).not.toHaveProperty('duplicate');
		expect(sent()).toBe(2);
	});

	test('a run that failed goes on there with the job that it followed, when its ID is lost to others', async () => {
		bench.emulator.jobs.next({ status: 3, jobMs: 3_600_000 });
		const [first] = await run(keyed({}, { waitForCompletion: false }));
		const failed = await bench.engine.run(keyed({ timeout: 0.1 }, {}, {}), {
			input: rows(1),
			mode: 'trigger',
		});
		expect(failed.error?.message).toContain('0.1');
		bench.emulator.jobs.complete();
		expect((await other.retry(failed)).json('Node')).toMatchObject([
			{ id: first?.id, status: 'completed', duplicate: true },
		]);
		expect(sent()).toBe(1);
	});

	test('a claim that fails frees no key of another process', async () => {
		await run(keyed());
		table.failures = 2;
		expect(await run(keyed(), {}, other)).toMatchObject([
			{ error: expect.stringContaining("can't be claimed"), details: { submitted: 'no' } },
		]);
		table.failures = 0;
		expect(await run(keyed(), {}, other)).toMatchObject([{ duplicate: true }]);
		expect(sent()).toBe(1);
	});

	test('a Stop in the middle of a claim gives the key back', async () => {
		table.latency = () => 200;
		const before = table.accesses;
		const running = other.start(keyed(), { input: rows(1) });
		while (table.accesses === before) await new Promise(setImmediate);
		running.stop();
		await running.finished;
		expect(sent()).toBe(0);
		expect(await run(keyed(), {}, await otherProcess())).toMatchObject([{ status: 'completed' }]);
	});

	test('a job that is gone from the service is told, and not paid again', async () => {
		const [first] = await run(keyed());
		await bench.engine.run(faceSwap('result', 'delete', { ids: String(first?.id) }));
		const { now } = Date;
		const later = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
		const items = await run(keyed(), {}, other);
		later.mockRestore();
		expect(items).toMatchObject([
			{
				error: `Face swap ${first?.id} was made under this Idempotency Key, and is not there any more`,
				details: { submitted: 'yes', duplicate: true },
			},
		]);
		expect(sent()).toBe(1);
	});

	test('two processes that claim one key at the same moment make one job', async () => {
		for (let round = 0; round < 15; round++) {
			key = randomUUID();
			table.latency = () => Math.random() * 4;
			const before = sent();
			const items = (await Promise.all([run(keyed()), run(keyed(), {}, other)])).flat();
			expect(sent() - before).toBe(1);
			expect(items.map(({ duplicate = false }) => duplicate).sort()).toEqual([false, true]);
		}
	});

	test('one that halts between reading the store and writing it makes none', async () => {
		await run(keyed({ idempotencyKey: randomUUID() }));
		const accesses = [200, 200, 0, 0, 0, 700];
		table.latency = () => accesses.shift() ?? 0;
		const items = (await Promise.all([run(keyed()), run(keyed(), {}, other)])).flat();
		expect(sent()).toBe(2);
		expect(items.map(({ duplicate = false }) => duplicate).sort()).toEqual([false, true]);
	});

	test('claims of other keys that overwrite each other are not lost', async () => {
		table.latency = () => Math.random() * 4;
		const keys = Array.from({ length: 20 }, () => randomUUID());
		const input = (from: number) =>
			keys.slice(from, from + 10).map((each, n) => ({ ...rows(10)[n]!, key: each }));
		const workflow = keyed({ idempotencyKey: '={{ $json.key }}', maxConcurrent: 10 });
		await Promise.all([run(workflow, { input: input(0) }), run(workflow, { input: input(10) }, other)]);
		expect(sent()).toBe(20);
		const third = await otherProcess();
		await run(workflow, { input: [...input(0), ...input(10)] }, third);
		expect(sent()).toBe(20);
	});
});
