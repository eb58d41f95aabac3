import { rows, swap } from '../support/bench';
import { startEngine, type Engine } from '../support/engine';
import { KeyStoreTable } from '../support/keyStore';
import { parkedBench } from '../support/parked';
import { freshNode } from '../support/webhookRequest';

/* Idempotency keys over the legs of a parked run, in several processes, and after a Stop. */

KeyStoreTable.install();
let jobMs = 3_600_000;
const { bench, store, now } = parkedBench({ jobMs: () => jobMs, callbacks: { lost: true } });
const CREATE = 'specifyimage';
const GOES_ON = { onError: 'continueRegularOutput' } as const;
const sent = () => bench.emulator.requestsTo(CREATE).length;
const made = () => bench.created.length;
beforeEach(() => {
	jobMs = 3_600_000;
});
afterEach(() => bench.emulator.setCredit(100_000));
const keyed = (idempotencyKey: string, options: object = {}, rest: object = {}) =>
	swap(
		{ modifyImage: 'http://127.0.0.1:9/1.png', ...rest, options: { idempotencyKey, ...options } },
		GOES_ON,
	);
async function otherProcess(): Promise<Engine> {
	const nodeTypes = { 'n8n-nodes-media-generation.faceSwap': freshNode('faceSwap') };
	return await startEngine({ emulator: bench.emulator, nodeTypes, beside: bench.engine });
}

test('Minimum Credit: a repeat under a known key needs no credit', async () => {
	jobMs = 30;
	const [first] = (await bench.engine.run(keyed('k6'), { input: rows(1) })).json('Node');
	bench.emulator.setCredit(1);
	const [repeat] = (await bench.engine.run(keyed('k6', { minimumCredit: 5 }), { input: rows(1) })).json(
		'Node',
	);
	expect(repeat).toMatchObject({ id: first?.id, duplicate: true, status: 'completed' });
});

test('two rows with one key are one job, also over a park with each leg in a process of its own', async () => {
	const workflow = keyed('k12', { maxInProgress: 1 });
	const before = made();
	const first = await store(workflow, 2);
	expect(first.status).toBe('waiting');
	const other = await otherProcess();
	bench.emulator.jobs.complete();
	const run2 = await other.store(workflow, {
		input: rows(2),
		now,
		executionId: /"executionId":"(\d+)"/.exec(first.storedData)![1],
		executionData: structuredClone(first.result!.run.data),
	} as never);
	const items = (await run2.toTheEnd()).json('Node');
	expect(made() - before).toBe(1);
	expect(items).toMatchObject([{ status: 'completed' }, { status: 'completed', duplicate: true }]);
});

test('a Stop between two tries of a refused create leaves the key free', async () => {
	bench.emulator.faults.add({ kind: 'code', code: 1005, match: { path: CREATE }, times: Infinity });
	const workflow = swap({ waitUsing: 'polling', options: { idempotencyKey: 'k13' } }, GOES_ON);
	const running = bench.engine.start(workflow, { input: rows(1) });
	while (sent() < 1) await new Promise((go) => setTimeout(go, 5));
	await new Promise((go) => setTimeout(go, 20));
	running.stop();
	await running.finished;
	bench.emulator.faults.clear();
	jobMs = 30;
	const [repeat] = (await bench.engine.run(workflow, { input: rows(1) })).json('Node');
	expect(repeat).toMatchObject({ status: 'completed' });
});
