import { Expression } from 'n8n-workflow';
import { ids, parkedBench } from '../support/parked';
import { chain, connect, node, single, START } from '../support/engine';
import { swap } from '../support/bench';

/* A wait that is parked: n8n stores the execution, and runs the node again when it wakes up. */

const { bench, store, swapNode, now } = parkedBench();

const SEVEN_DAYS_MS = 7 * 24 * 3_600_000;

test('a long wait is parked, and goes on with all results, in one execution and one run of the node', async () => {
	const before = bench.created.length;
	const beganAt = now();
	const run = await store(swap(), 3);
	expect(run.status).toBe('waiting');
	expect(run.waitTill! - beganAt).toBeGreaterThan(60_000);
	bench.emulator.jobs.complete();
	const result = await run.toTheEnd();
	expect(result.status).toBe('success');
	expect(run.legs).toBe(2);
	expect(result.runs('Node')).toHaveLength(1);
	expect(result.json('Node').map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
	expect(result.output('Node').map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	expect(ids(result).sort()).toEqual(
		bench.created
			.slice(before)
			.map(({ id }) => id)
			.sort(),
	);
});

test('a wake-up for nothing costs one look, and the run is parked again, for longer as the jobs get older', async () => {
	const run = await store(swap(), 2);
	const before = bench.reads;
	await run.wake();
	expect(run.status).toBe('waiting');
	expect(bench.reads - before).toBe(1);
	const first = run.waitTill! - now();
	for (let looks = 0; looks < 30; looks++) await run.wake();
	const later = run.waitTill! - now();
	expect(first).toBeLessThan(70_000);
	expect(later).toBeGreaterThan(2 * first);
	bench.emulator.jobs.complete();
	expect((await run.toTheEnd()).json('Node')).toHaveLength(2);
});

test('by itself it is parked after Store After; polling never is', async () => {
	bench.emulator.jobs.next({ status: 3, jobMs: 1_500 });
	const stays = await store(swap({ options: { storeAfter: 5 } }), 1);
	expect(stays.status).toBe('success');
	bench.emulator.jobs.next({ status: 3, jobMs: 1_500 });
	const polls = await store(swap({ waitUsing: 'polling', options: { storeAfter: 0 } }), 1);
	expect(polls.status).toBe('success');
	// Neither asks to be called.
	expect(bench.created.slice(-2).map(({ webhookUrl }) => webhookUrl ?? '')).toEqual(['', '']);
});

test('what is parked are handles, and not records', async () => {
	const run = await store(swap(), 1);
	expect(run.storedData).toContain(bench.created.at(-1)!.id);
	expect(run.storedData).not.toContain('faceswap_status');
});

test('without Simplify the record comes out all the same, read once more at the end', async () => {
	const run = await store(swap({ simplify: false }), 2);
	await run.wake();
	bench.emulator.jobs.complete();
	const [item] = (await run.toTheEnd()).json('Node');
	expect(item).toMatchObject({ record: { faceswap_status: 3 }, statusChecks: expect.any(Number) });
});

test('the looks of all legs count, and the result is kept for seven days from the last that saw the job unfinished', async () => {
	const before = bench.reads;
	const run = await store(swap({ simplify: false }), 1);
	for (let legs = 0; legs < 3; legs++) await run.wake();
	const lastLook = run.waitTill!;
	await run.wake();
	const looks = bench.reads - before;
	bench.emulator.jobs.complete();
	const [item] = (await run.toTheEnd()).json('Node');
	expect(Date.parse(String(item?.expiresAt)) - SEVEN_DAYS_MS).toBeGreaterThanOrEqual(lastLook);
	expect(item?.statusChecks).toBe(looks + 1);
});

test('a job that was done at an earlier look is not read again', async () => {
	const before = bench.created.length;
	const run = await store(swap(), 2);
	const [first, second] = bench.created.slice(before);
	bench.emulator.jobs.complete(first!.id);
	await run.wake();
	expect(run.status).toBe('waiting');
	bench.emulator.requests.length = 0;
	bench.emulator.jobs.complete(second!.id);
	await run.toTheEnd();
	const asked = bench.emulator.requestsTo('/listbyids').map(({ query }) => JSON.stringify(query));
	expect(asked.join()).toContain(second!.id);
	expect(asked.join()).not.toContain(first!.id);
});

test('files are downloaded once the jobs are done', async () => {
	const picture = bench.media('people-2.png');
	const run = await store(swap({ downloadResult: true, modifyImage: picture }), 2);
	bench.emulator.jobs.complete();
	const result = await run.toTheEnd();
	for (const { binary } of result.output('Node')) expect(binary?.data?.mimeType).toMatch(/^image\//);
});

test('files that n8n keeps in the execution are not stored with it at each park', async () => {
	const run = await store(swap({ downloadResult: true, modifyImage: bench.media('people-2.png') }), 2);
	bench.emulator.jobs.complete(bench.created.at(-1)!.id);
	await run.wake();
	expect(run.status).toBe('waiting');
	expect(run.storedData).not.toContain('"mimeType"');
	bench.emulator.jobs.complete();
	for (const { binary } of (await run.toTheEnd()).output('Node')) expect(binary?.data).toBeDefined();
});

test('expressions to earlier nodes, the input item and its other fields are there after the wake-up', async () => {
	const workflow = chain(
		node('Before', 'n8n-nodes-base.set', {
			mode: 'raw',
			jsonOutput: '={{ { picture: $json.picture, customer: "c" + $json.row } }}',
		}),
		swapNode({
			options: {
				storeAfter: 0,
				includeOtherFields: true,
				reference: '={{ $("Before").item.json.customer }}',
			},
		}),
		node('After', 'n8n-nodes-base.set', {
			mode: 'raw',
			jsonOutput: '={{ { of: $("Before").item.json.customer } }}',
		}),
	);
	const run = await store(workflow, 2);
	expect(run.status).toBe('waiting');
	bench.emulator.jobs.complete();
	const result = await run.toTheEnd();
	expect(result.json('Node')).toMatchObject([
		{ customer: 'c0', reference: 'c0' },
		{ customer: 'c1', reference: 'c1' },
	]);
	expect(result.json('After')).toEqual([{ of: 'c0' }, { of: 'c1' }]);
});

test('the expressions that a request was made of are not evaluated again when the run wakes up', async () => {
	const evaluated = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	const evaluations = () =>
		evaluated.mock.calls.filter(([value]) => String(value).includes('$json.picture')).length;
	const run = await store(swap(), 2);
	const before = evaluations();
	bench.emulator.jobs.complete();
	const result = await run.toTheEnd();
	expect(result.json('Node').map(({ status }) => status)).toEqual(['completed', 'completed']);
	expect(before).toBeGreaterThan(0);
	expect(evaluations()).toBe(before);
	evaluated.mockRestore();
});

test('in a loop each round is parked for itself', async () => {
	const nodes = [
		node(START, 'n8n-nodes-base.manualTrigger'),
		node('Loop', 'n8n-nodes-base.splitInBatches', { batchSize: 1 }),
		swapNode({ options: { storeAfter: 0 } }),
		node('End', 'n8n-nodes-base.noOp'),
	];
	const connections = connect([START, 'Loop'], ['Loop', 'End', 0], ['Loop', 'Node', 1], ['Node', 'Loop']);
	const before = bench.created.length;
	const run = await store({ nodes, connections }, 2);
	for (let round = 0; round < 2; round++) {
		expect(run.status).toBe('waiting');
		bench.emulator.jobs.complete();
		await run.wake();
	}
	expect(run.status).toBe('success');
	expect(run.result!.runs('Node')).toHaveLength(2);
	expect(run.result!.json('End').map(({ id }) => id)).toEqual(
		bench.created.slice(before).map(({ id }) => id),
	);
});

test('a branch beside it goes into a Merge with what comes out', async () => {
	const nodes = [
		node(START, 'n8n-nodes-base.manualTrigger'),
		swapNode({ options: { storeAfter: 0 } }),
		node('Beside', 'n8n-nodes-base.noOp'),
		node('Merge', 'n8n-nodes-base.merge', { mode: 'append' }),
	];
	const connections = connect(
		[START, 'Node'],
		[START, 'Beside'],
		['Node', 'Merge', 0, 0],
		['Beside', 'Merge', 0, 1],
	);
	const run = await store({ nodes, connections }, 1);
	bench.emulator.jobs.complete();
	const result = await run.toTheEnd();
	expect(result.json('Merge')).toHaveLength(2);
	expect(result.runs('Merge')).toHaveLength(1);
});

test('with Always Output Data nothing comes out before the results do', async () => {
	const after = node('After', 'n8n-nodes-base.noOp');
	const run = await store(
		chain(swapNode({ options: { storeAfter: 0 } }, { alwaysOutputData: true }), after),
		1,
	);
	expect(run.result!.runs('After')).toHaveLength(0);
	bench.emulator.jobs.complete();
	const result = await run.toTheEnd();
	expect(result.runs('After')).toHaveLength(1);
	expect(result.json('After')).toMatchObject([{ status: 'completed' }]);
});

test('two waits behind each other, in one execution', async () => {
	const workflow = chain(
		swapNode({ options: { storeAfter: 0 } }),
		swapNode({ options: { storeAfter: 0 }, modifyImage: 'http://127.0.0.1:9/second.png' }, {}, 'Second'),
	);
	const run = await store(workflow, 1);
	bench.emulator.jobs.complete();
	await run.wake();
	expect(run.status).toBe('waiting');
	bench.emulator.jobs.complete();
	const result = await run.toTheEnd();
	expect(result.json('Second')).toMatchObject([{ status: 'completed' }]);
	expect(run.legs).toBe(3);
});

describe('where the run can not be parked', () => {
	test('an automatic wait goes on in memory, and the log says why', async () => {
		bench.emulator.jobs.next({ status: 3, jobMs: 1_500 });
		const run = await store(swap(), 1, { mode: 'evaluation' });
		expect(run.status).toBe('success');
		expect(bench.engine.logs.messages('debug').join('\n')).toContain(
			'The execution waits in memory: nobody wakes up',
		);
		bench.engine.logs.clear();
		bench.emulator.jobs.next({ status: 3, jobMs: 1_500 });
		await store(swap({ waitUsing: 'polling' }), 1, { mode: 'evaluation' });
		expect(bench.engine.logs.messages('debug').join('\n')).not.toContain('waits in memory');
	});

	test('a wait for a call is refused in one sentence, before anything is paid', async () => {
		const before = bench.created.length;
		const run = await store(swap({ waitUsing: 'callback' }), 2, { mode: 'evaluation' });
		expect(run.result!.error?.message).toMatch(/can't be Callback here: nobody wakes/);
		expect(bench.created).toHaveLength(before);
	});

	test('a wait that is nearly over is not parked', async () => {
		const run = await store(swap({ options: { storeAfter: 0, timeout: 1 } }), 1);
		expect(run.status).toBe('error');
		expect(run.result!.error?.message).toContain('after 1 minute');
	});
});

test.each([
	[false, 0],
	[true, 0],
	[false, 1],
	[true, 1],
])(
	'whether lips were to be synchronized (%s) outlives a park, with %i jobs in progress at a time',
	async (lipsync, maxInProgress) => {
		bench.emulator.shapes.lipsyncUrl = 'always';
		const translation = single('videoTranslation', {
			...{
				resource: 'translation',
				operation: 'create',
				video: `={{ $json.picture }}?${maxInProgress}`,
				lipsync,
			},
			...{ sourceLanguage: 'en', language: 'de', options: { storeAfter: 0, maxInProgress } },
		});
		const run = await store(translation, 2);
		for (let leg = 0; run.status === 'waiting' && leg < 4; leg++) {
			bench.emulator.jobs.complete();
			await run.wake();
		}
		const items = run.result!.json('Node');
		expect(items).toHaveLength(2);
		for (const { resultUrl, resultUrls } of items) {
			expect(String(resultUrl).includes('lipsync=1')).toBe(lipsync);
			expect(resultUrls).toHaveLength(2);
		}
		bench.emulator.shapes.lipsyncUrl = 'whenSynced';
	},
);

test('Check Only shows no address that wakes the execution up', async () => {
	const checked = { waitUsing: 'callback', options: { checkOnly: '={{ $itemIndex === 1 }}' } };
	const run = await store(swap(checked), 2);
	bench.emulator.jobs.complete();
	const [, shown] = (await run.toTheEnd()).json('Node');
	expect(shown).toMatchObject({ checkOnly: true });
	expect(JSON.stringify(shown)).not.toContain('webhookUrl');
});
