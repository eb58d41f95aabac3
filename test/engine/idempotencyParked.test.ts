import fc from 'fast-check';
import { rows, swap } from '../support/bench';
import { startEngine, type Engine } from '../support/engine';
import { isObject } from '../../nodes/shared/service/values';
import { KeyStoreTable } from '../support/keyStore';
import { parkedBench } from '../support/parked';
import { freshNode } from '../support/webhookRequest';

/* Idempotency keys over stored waits, crashes and restarts. */

const table = KeyStoreTable.install();
let jobMs = 3_600_000;
const { bench, store } = parkedBench({ jobMs: () => jobMs });
const CREATE = 'specifyimage';
const sent = () => bench.emulator.requestsTo(CREATE).length;
const GOES_ON = { onError: 'continueRegularOutput' } as const;
const keyed = (idempotencyKey: string, options: object = {}) =>
	swap({ modifyImage: 'http://127.0.0.1:9/1.png', options: { idempotencyKey, ...options } }, GOES_ON);

beforeEach(() => {
	jobMs = 3_600_000;
});

/** n8n after a restart, or one more process of it: what it remembers of keys is its own. */
async function otherProcess(): Promise<Engine> {
	const nodeTypes = { 'n8n-nodes-media-generation.faceSwap': freshNode('faceSwap') };
	return await startEngine({ emulator: bench.emulator, nodeTypes, beside: bench.engine });
}

test('a repeat while the first run is stored waits for its job, in a stored run of its own', async () => {
	const first = await store(keyed('stored'), 1);
	const repeat = await store(keyed('stored'), 1);
	expect([first.status, repeat.status]).toEqual(['waiting', 'waiting']);
	bench.emulator.jobs.complete();
	const [one] = (await first.toTheEnd()).json('Node');
	expect((await repeat.toTheEnd()).json('Node')).toMatchObject([
		{ id: one?.id, status: 'completed', duplicate: true },
	]);
	expect(one).not.toHaveProperty('duplicate');
	expect(sent()).toBe(1);
});

test('while the first run is stored, and later, another process knows its job', async () => {
	const first = await store(keyed('known later'), 1);
	const other = await otherProcess();
	const early = await other.run(keyed('known later', { timeout: 0.05 }), { input: rows(1), mode: 'trigger' });
	expect(early.json('Node')).toMatchObject([{ details: { submitted: 'yes', duplicate: true } }]);
	bench.emulator.jobs.complete();
	const [one] = (await first.toTheEnd()).json('Node');
	const result = await other.run(keyed('known later'), { input: rows(1), mode: 'trigger' });
	expect(result.json('Node')).toMatchObject([{ id: one?.id, duplicate: true }]);
	expect(sent()).toBe(1);
});

test('a row that waits for its turn has its key claimed when it is created, and not before', async () => {
	const workflow = keyed('={{ "turn " + $json.row }}', { maxInProgress: 1 });
	const first = await store(workflow, 2);
	jobMs = 50;
	const quick = await bench.engine.run(keyed('turn 1'), { input: rows(1) });
	expect(quick.json('Node')).toMatchObject([{ status: 'completed' }]);
	expect(sent()).toBe(2);
	bench.emulator.jobs.complete();
	const items = (await first.toTheEnd()).json('Node');
	expect(items[1]).toMatchObject({ id: quick.json('Node')[0]?.id, duplicate: true });
	expect(sent()).toBe(2);
});

const KEYS = [0, 1, 2, 3];
const pictureOf = (key: number) => `http://127.0.0.1:9/key-${key}.png`;

test('in any order of deliveries, crashes and repeats a key has one create at most', async () => {
	jobMs = 20;
	table.latency = () => Math.random() * 2;
	let now = await otherProcess();
	const processes = [now, await otherProcess()];
	const someKey = fc.constantFrom(...KEYS);
	const step = fc.oneof(
		{ weight: 5, arbitrary: fc.record({ deliveries: fc.array(someKey, { minLength: 1, maxLength: 4 }) }) },
		{ weight: 1, arbitrary: fc.record({ lost: someKey }) },
		{ weight: 1, arbitrary: fc.record({ refused: someKey }) },
		{ weight: 1, arbitrary: fc.constant('crash' as const) },
	);
	let round = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
			round += 1;
			const from = bench.created.length;
			const deliver = async (key: number, engine: Engine) => {
				const { nodes, connections } = keyed(`round ${round} key ${key}`);
				Object.assign(nodes[1]!.parameters!, { modifyImage: pictureOf(key) });
				const options = { input: rows(1), mode: 'trigger' } as const;
				const [item] = (await engine.run({ nodes, connections }, options)).json('Node');
				const isTold = item?.status === 'completed' || isObject(item?.details);
				expect(isTold).toBe(true);
			};
			for (const each of steps) {
				if (each === 'crash') processes[processes.indexOf(now)] = now = await otherProcess();
				else if ('lost' in each) {
					bench.emulator.faults.add({ kind: 'afterTakenReset', match: { path: CREATE } });
					await deliver(each.lost, now);
				} else if ('refused' in each) {
					bench.emulator.faults.add({ kind: 'code', code: 1003, match: { path: CREATE } });
					await deliver(each.refused, now);
				} else {
					await Promise.all(
						each.deliveries.map(async (key, n) => await deliver(key, processes[n % 2] ?? now)),
					);
				}
				bench.emulator.faults.clear();
			}
			const made = bench.created.slice(from).map(({ request }) => JSON.stringify(request));
			for (const key of KEYS)
				expect(made.filter((request) => request.includes(pictureOf(key))).length).toBeLessThanOrEqual(1);
		}),
		// As many as a busy machine gets to: each waits for jobs.
		{ numRuns: 25, interruptAfterTimeLimit: 20_000 },
	);
});
