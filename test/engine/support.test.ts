import { ManualExecutionCancelledError } from 'n8n-workflow';
import { startEmulator, type Emulator } from '../emulator';
import { chain, node, startEngine, type Engine } from '../support/engine';

const TestEnvironment = jest.requireActual<
	new () => { moduleMocker: typeof jest; teardown(): Promise<void> }
>('../support/jest/environment.js');

let emulator: Emulator;
let engine: Engine;

beforeAll(async () => {
	emulator = await startEmulator();
	engine = await startEngine({ emulator, load: 'credentials', binaryMode: 'filesystem', reachable: true });
});

afterAll(async () => {
	await engine.close();
	await emulator.close();
});

const set = (name: string, value: string) =>
	node(name, 'n8n-nodes-base.set', {
		assignments: { assignments: [{ id: 'a', name: 'sum.total', value, type: 'number' }] },
		includeOtherFields: true,
	});

test('a node that fails is run again by Retry on Fail, and by Retry of the execution at the same node', async () => {
	let tries = 0;
	const type = engine.fake('Fails', (items) => {
		tries += 1;
		if (tries < 4) throw new Error(`try ${tries}`);
		return items.map(({ json }) => ({ ...json, tries }));
	});
	const workflow = chain(
		set('Add', '={{ 1 }}'),
		node('Fails', type, {}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }),
	);
	const failed = await engine.run(workflow, { input: [{ a: 1 }] });
	expect(failed.error?.message).toBe('try 3');
	expect(() => failed.output('Fails')).toThrow('try 3');

	const retried = await engine.retry(failed);
	expect(retried.json('Fails')).toEqual([{ a: 1, sum: { total: 1 }, tries: 4 }]);
	expect(retried.runs('Add')).toHaveLength(1);
});

test('what a node keeps in its context outlives the tries and a retry of the execution', async () => {
	let isBroken = true;
	const type = engine.fake('Keeps', (_items, context) => {
		const kept = context.getContext('node');
		kept.count = Number(kept.count ?? 0) + 1;
		if (isBroken) throw new Error('broken');
		return [{ count: kept.count }];
	});
	const workflow = chain(node('Keeps', type, {}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }));
	const failed = await engine.run(workflow);
	expect(failed.contextData).toEqual({ 'node:Keeps': { count: 2 } });
	isBroken = false;
	expect((await engine.retry(failed)).json('Keeps')).toEqual([{ count: 3 }]);
});

test('Stop ends a run while a node waits', async () => {
	let started = () => {};
	const isWaiting = new Promise<void>((resolve) => (started = resolve));
	const type = engine.fake('Waits', async (_items, context) => {
		const signal = context.getExecutionCancelSignal();
		started();
		await new Promise((_resolve, reject) =>
			signal?.addEventListener('abort', () => reject(new ManualExecutionCancelledError('1'))),
		);
		return [];
	});
	const running = engine.start(chain(node('Waits', type)));
	await isWaiting;
	running.stop();
	expect((await running.finished).status).toBe('canceled');
});

test('a signed URL of a binary can be fetched by others', async () => {
	const type = engine.fake('File', async (_items, context) => {
		const data = await context.helpers.prepareBinaryData(Buffer.from('picture'), 'a.png', 'image/png');
		return [{ json: { url: context.helpers.createBinarySignedUrl(data) }, binary: { data } }];
	});
	const result = await engine.run(chain(node('File', type)));
	const answer = await fetch(String(result.json('File')[0]?.url));
	expect(answer.headers.get('content-type')).toBe('image/png');
	expect(await answer.text()).toBe('picture');
	expect(result.output('File')[0]?.binary?.data?.id).toMatch(/^filesystem-v2:/);
});

test('a test that takes too long, and goes on beside the next file, replaces nothing there', async () => {
	const file = new TestEnvironment();
	const spyOn = file.moduleMocker.spyOn.bind(file.moduleMocker);
	const time = spyOn(Date, 'now').mockReturnValue(7);
	expect(Date.now()).toBe(7);
	time.mockRestore();
	await file.teardown();
	expect(() => spyOn(Date, 'now').mockReturnValue(7)).toThrow('The test file is over');
	expect(Date.now()).toBeGreaterThan(7);
});
