import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { faceSwap, GOES_ON, rows, swap } from '../support/bench';
import type { RunOptions, WorkflowJson } from '../support/engine';
import { ClaimTable } from '../support/claimTable';
import { suspendedBench } from '../support/suspended';
import type { NodeSettings } from '../support/workflow';

/* The Idempotency Key: one job for each key, across all workflow starts and processes. */

const table = ClaimTable.install();
const { bench } = suspendedBench({ jobMs: 600, callbacks: { lost: true } });
let key = '';
beforeEach(() => {
	key = randomUUID();
	table.failures = 0;
});
const sent = () => bench.emulator.requestsTo('specifyimage').length;

const keyed = (settings: NodeSettings = GOES_ON) => swap({ idempotencyKey: key }, settings);

async function run(workflow: WorkflowJson, options: RunOptions = {}) {
	const result = await bench.engine.run(workflow, { input: rows(1), mode: 'trigger', ...options });
	return result.json('Node');
}

test('a run is refused if a newer version, with other names of claims, has noted jobs of its workflow', async () => {
	await run(keyed());
	const older = [...table.rows].find(([place]) => place.endsWith('n:names 1'))!;
	const newer = older[0].replace(/1$/, '2');
	table.rows.set(newer, older[1]);
	const [item] = await run(keyed());
	table.rows.delete(newer);
	expect(item).toMatchObject({
		error: expect.stringContaining('newer version'),
		details: { submitted: 'no', next: 'changeSetting' },
	});
	expect(sent()).toBe(1);
});

test('a repeat that does not wait returns the job, and neither detects its faces again nor downloads its file', async () => {
	const parameters = {
		modifyImage: bench.media('portrait-p1.png'),
		sourcePicture: bench.media('portrait-ada.png'),
		options: { idempotencyKey: key },
	};
	const detecting = (more: INodeParameters = {}) =>
		faceSwap('faceSwap', 'swapImage', { ...parameters, ...more }, GOES_ON);
	const [first] = await run(detecting());
	bench.emulator.requests.length = 0;
	expect(await run(detecting({ waitForCompletion: false }))).toMatchObject([
		{ id: first?.id, status: 'completed', resultUrl: first?.resultUrl, duplicate: true },
	]);
	expect(bench.emulator.requests.map(({ area }) => area)).toEqual(['api']);
});

test('the same key in another node or account creates another job, but not at another address of the service', async () => {
	const [first] = await run(keyed());
	const { nodes, connections } = keyed();
	await run({ nodes: nodes.map((each) => ({ ...each, id: `other ${each.name}` })), connections });
	expect(sent()).toBe(2);
	const own = bench.engine.readCredential();
	bench.engine.saveCredential({ ...own, baseUrl: String(own.baseUrl).replace('127.0.0.1', 'localhost') });
	expect(await run(keyed())).toMatchObject([{ id: first?.id, duplicate: true }]);
	const { clientId = '', clientSecret = '' } = bench.emulator.accounts[1] ?? {};
	bench.engine.saveCredential({ ...own, clientId, clientSecret, accessToken: '' });
	expect(await run(keyed())).toMatchObject([{ status: 'completed' }]);
	bench.engine.saveCredential(own);
	expect(sent()).toBe(3);
});

test('a retry reuses the job that a second try has made beside an equal row with a key', async () => {
	const parameters = { limits: { concurrentSubmissions: 1 }, idempotencyKey: '={{ $json.key }}' };
	const input = [key, ''].map((each) => ({ picture: `http://media.invalid/${key}.png`, key: each }));
	bench.emulator.faults.add({ kind: 'code', code: 1108, match: { path: 'specifyimage', nth: 2 }, times: 1 });
	const twice = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const first = await bench.engine.run(swap(parameters, twice), { input, mode: 'trigger' });
	const retry: RunOptions = { input, mode: 'retry', retryOf: first.executionId, recovered: ['Node'] };
	const again = await bench.engine.run(swap(parameters, GOES_ON), retry);
	expect(again.json('Node').map(({ id }) => id)).toEqual(first.json('Node').map(({ id }) => id));
	expect(sent()).toBe(3);
});

test('a failed job keeps its key, and is not paid again', async () => {
	bench.emulator.jobs.next({ status: 4, reason: 'No face' }, { times: 1 });
	const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const { error } = await bench.engine.run(keyed(retries), { input: rows(1) });
	expect(error?.message).toContain('No face');
	expect(error?.description).toContain('give another Idempotency Key');
	expect(sent()).toBe(1);
});

test('a key is refused before anything is paid if the workflow was not saved', async () => {
	expect(await run(keyed(), { workflowId: '__EMPTY__', mode: 'manual' })).toMatchObject([
		{
			error: "Idempotency Key can't be used here: n8n remembers nothing for a workflow that was not saved",
			details: { submitted: 'no' },
		},
	]);
	expect(sent()).toBe(0);
});
