import { Expression } from 'n8n-workflow';
import { GOES_ON, swap } from '../support/bench';
import { chain, connect, node, START } from '../support/engine';
import { clock } from '../support/clock';
import { ids, suspendedBench } from '../support/suspended';
import type { StoredRun } from '../support/storedRun';

/* n8n saves a suspended run, and runs its node again when time or a call wakes the run. */

const { bench, store, swapNode, signed, now } = suspendedBench({ callbacks: { lost: true } });
const SEVEN_DAYS_MS = 7 * 24 * 3_600_000;
const callback = { waitMethod: 'callback' };

/** Suspends a run, and returns the IDs of its jobs. */
async function suspend(count: number, ...settings: Parameters<typeof swap>) {
	const before = bench.created.length;
	const run = await store(swap(...settings), count);
	expect(run.status).toBe('waiting');
	return { run, made: bench.created.slice(before).map(({ id }) => id) };
}

async function call(run: StoredRun, id = bench.created.at(-1)!.id, name = 'Node'): Promise<void> {
	expect(await run.call(name, signed(id))).toBe(200);
	await run.settled();
}

describe.each([
	['time', {}, async (run: StoredRun) => await run.wake()],
	['a call', callback, call],
])(
	'a run that is woken by %s',
	(_by, way, wake: (run: StoredRun, id?: string, name?: string) => Promise<void>) => {
		test('keeps its input and earlier nodes, and evaluates no expression of its requests again', async () => {
			const evaluated = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
			const evaluations = () =>
				evaluated.mock.calls.filter(([value]) => String(value).includes('$json.picture')).length;
			const set = (name: string, jsonOutput: string) =>
				node(name, 'n8n-nodes-base.set', { mode: 'raw', jsonOutput });
			const before = set('Before', '={{ { picture: $json.picture, customer: "c" + $json.row } }}');
			const after = set('After', '={{ { of: $("Before").item.json.customer } }}');
			const reference = '={{ $("Before").item.json.customer }}';
			const options = { includeOtherFields: true, reference };
			const modifyImage = '={{ $json.picture }}';
			const run = await store(chain(before, swapNode({ ...way, modifyImage, options }), after), 2);
			const count = evaluations();
			bench.emulator.jobs.complete();
			await wake(run);
			const own = ['c0', 'c1'].map((customer) => ({ customer, reference: customer }));
			expect(run.result!.json('Node')).toMatchObject(own);
			expect(run.result!.json('After')).toEqual([{ of: 'c0' }, { of: 'c1' }]);
			expect([count > 0, evaluations()]).toEqual([true, count]);
			evaluated.mockRestore();
		});

		test('waits in each round of a loop', async () => {
			const nodes = [
				node(START, 'n8n-nodes-base.manualTrigger'),
				node('Loop', 'n8n-nodes-base.splitInBatches', { batchSize: 1 }),
				swapNode(way),
				node('End', 'n8n-nodes-base.noOp'),
			];
			const connections = connect([START, 'Loop'], ['Loop', 'End', 0], ['Loop', 'Node', 1], ['Node', 'Loop']);
			const before = bench.created.length;
			const run = await store({ nodes, connections }, 2);
			for (let round = 0; round < 2; round++) {
				expect(run.status).toBe('waiting');
				bench.emulator.jobs.complete();
				await wake(run);
			}
			expect(run.status).toBe('success');
			expect(run.result!.runs('Node')).toHaveLength(2);
			expect(ids(run.result!, 'End')).toEqual(bench.created.slice(before).map(({ id }) => id));
		});

		test('downloads files once the jobs are done, and stores records but no files with the execution', async () => {
			const parameters = { downloadResult: true, simplify: false, modifyImage: bench.media('people-2.png') };
			const { run, made } = await suspend(2, { ...way, ...parameters });
			bench.emulator.jobs.complete(made[1]);
			await wake(run, made[1]);
			expect(run.status).toBe('waiting');
			expect(run.storedData).not.toContain('"mimeType"');
			bench.emulator.jobs.complete();
			await wake(run, made[0]);
			for (const { binary, json } of run.result!.output('Node')) {
				expect(binary?.data?.mimeType).toMatch(/^image\//);
				expect(json.record).toMatchObject({ faceswap_status: 3 });
			}
		});
	},
);

test.each([
	[5, false],
	[1, true],
])(
	'an empty Save Execution After saves a run after %i minutes (on a worker: %s)',
	async (minutes, isWorker) => {
		const began = now();
		// An expression without a value means an empty field.
		const run = await store(swap({ waitOptions: { saveAfter: '={{ undefined }}' } }), 1, { isWorker });
		expect([run.status, Math.round((now() - began) / 60_000)]).toEqual(['waiting', minutes]);
	},
);

test('a run that n8n wakes over 15 minutes late warns that a restored database does not know newer jobs', async () => {
	const { run } = await suspend(1);
	const warning =
		/^n8n woke this run over 15 minutes late: .* restored from a backup.* Get Many.* Continue Execution/;
	const told = () => bench.engine.logs.messages('warn').filter((line) => warning.test(line)).length;
	clock.time += 10 * 60_000;
	await run.wake();
	expect([run.status, told()]).toEqual(['waiting', 0]);
	clock.time += 20 * 60_000;
	bench.emulator.jobs.complete();
	await run.wake();
	expect([run.status, told()]).toEqual(['success', 1]);
	const message = expect.stringMatching(warning);
	expect(run.result!.runs('Node')[0]?.hints).toContainEqual(expect.objectContaining({ message }));
});

test('a run with Polling, or with a job that ends before Save Execution After, is not suspended and asks for no call', async () => {
	const polling = { waitMethod: 'polling', waitOptions: { saveAfter: 0 } };
	for (const parameters of [{ waitOptions: { saveAfter: 5 } }, polling]) {
		bench.emulator.jobs.next({ status: 3, jobMs: 30_000 });
		expect((await store(swap(parameters), 1)).status).toBe('success');
		expect(bench.created.at(-1)!.webhookUrl ?? '').toBe('');
	}
});

test('the polls of all legs count, expiresAt follows the last poll before the result, and no record is saved', async () => {
	const before = bench.reads;
	const { run, made } = await suspend(1, { simplify: false });
	expect(run.storedData).toContain(made[0]);
	for (let legs = 0; legs < 3; legs++) await run.wake();
	const lastPoll = run.waitTill!;
	await run.wake();
	const polls = bench.reads - before;
	bench.emulator.jobs.complete();
	const [item] = (await run.toTheEnd()).json('Node');
	expect(Date.parse(String(item?.expiresAt)) - SEVEN_DAYS_MS).toBeGreaterThanOrEqual(lastPoll);
	expect(item).toMatchObject({ statusChecks: polls + 1, record: { faceswap_status: 3 } });
	expect((await suspend(1)).run.storedData).not.toContain('faceswap_status');
});

test('the service gets an address of this run for any ID of the node', async () => {
	const { nodes, ...workflow } = swap(callback);
	for (const id of ['a/b', '%41', '..', 'node-1']) {
		const run = await store({ ...workflow, nodes: nodes.map((json) => ({ ...json, id })) }, 1);
		const { pathname } = new URL(bench.created.at(-1)!.webhookUrl!);
		expect(pathname).toBe(`/webhook-waiting/${run.result!.executionId}/media-generation`);
		const { webhooks } = bench.engine.instance.nodeTypes.getByNameAndVersion(swapNode().type).description;
		expect(pathname.endsWith(`/${String(webhooks?.[0]?.path)}`)).toBe(true);
	}
});

test('only the last 5 jobs of a run get its address, unless they are not awaited or call another, and the others are polled', async () => {
	const own = 'http://localhost:5678/webhook/own';
	const webhookUrl = `={{ $json.row === 27 ? '${own}' : '' }}`;
	const { run } = await suspend(30, { ...callback, webhookUrl, waitForCompletion: '={{ $json.row < 29 }}' });
	const called = bench.created.slice(-30).map(({ webhookUrl }) => webhookUrl !== undefined);
	// Five are sent at a time, so a few of them see more than 5 left.
	expect(called.slice(0, -5)).toEqual(Array(25).fill(false));
	const ends = ['/27.png', '/28.png', '/29.png'].map((end) =>
		bench.created.findLast(({ request }) => String(request.modifyImage).endsWith(end)),
	);
	expect(ends.map((job) => job?.webhookUrl)).toEqual([own, expect.stringContaining('waiting'), undefined]);
	for (const { id } of bench.created.slice(-5)) bench.emulator.jobs.complete(id);
	clock.time += 24 * 60_000;
	await run.wake();
	expect(run.waitTill! - now()).toBeLessThan(130_000);
});

test('a call only wakes the node, which reads the record, and polls again a minute later, as after a refusal, or else ten', async () => {
	const { run, made } = await suspend(1, callback);
	await call(run);
	expect(run.status).toBe('waiting');
	expect(run.waitTill! - now()).toBeLessThan(70_000);
	await run.wake();
	expect(run.waitTill! - now()).toBeGreaterThan(590_000);
	bench.emulator.faults.add({ kind: 'code', code: 1200, match: { path: 'listbyids' } });
	await run.wake();
	expect(run.waitTill! - now()).toBeLessThan(70_000);
	bench.emulator.jobs.fail(made[0]!, 'no light');
	expect((await run.toTheEnd()).error?.message).toContain('no light');
});

test("an n8n that the service can't reach is refused before you pay", async () => {
	const before = bench.created.length;
	bench.engine.saveCredential({ ...bench.engine.readCredential(), baseUrl: 'https://api.example.com' });
	const run = await store(swap(callback, GOES_ON), 2);
	const calling = { waitForCompletion: false, webhookUrl: 'http://localhost:5678/webhook/a' };
	const called = await store(swap(calling, GOES_ON), 1);
	bench.engine.saveCredential({ ...bench.engine.readCredential(), baseUrl: bench.emulator.baseUrl });
	const description =
		/^No job was made\. Set N8N_WEBHOOK_URL to the public address .*, and copy the Production URL of the trigger again\./;
	expect(called.result!.json('Node')).toMatchObject([
		{
			error: "Webhook URL is at localhost:5678, which the service can't reach",
			details: {
				next: 'changeSetting',
				field: 'Webhook URL',
				description: expect.stringMatching(description),
			},
		},
	]);
	const why =
		"Wait Method can't be Callback here: this n8n is at localhost:5678, which the service can't reach";
	const refused = { error: expect.stringContaining(why), details: { submitted: 'no' } };
	expect(run.result!.json('Node')).toMatchObject([refused, refused]);
	expect(bench.created).toHaveLength(before);
});

test('jobs from a retry of a killed leg call the retry, not the old execution', async () => {
	const { run } = await suspend(2, { ...callback, limits: { maxOpenJobs: 1 } });
	bench.emulator.jobs.complete();
	const { workflow, run: killed, executionId } = run.result!;
	const retry = await bench.engine.store(workflow, {
		...{ mode: 'retry', executionData: structuredClone(killed.data), now },
	});
	const [first, second] = bench.bodies('specifyimage').map(({ webhookUrl }) => String(webhookUrl));
	expect(second).toBe(first!.replace(`/${executionId}/`, `/${retry.result!.executionId}/`));
	expect(second).not.toBe(first);
});

test('a suspended run shows how many jobs it waits for, and at its end a summary and its IDs', async () => {
	const { run, made } = await suspend(3, { limits: { maxOpenJobs: 2, concurrentSubmissions: 1 } });
	const hints = () => run.result!.runs('Node').at(-1)?.hints ?? [];
	const noted = () => run.result!.run.data.resultData.metadata;
	const [{ message = '' } = {}] = hints();
	expect(message).toMatch(
		/^Face swap: 0 of 3 done, 2 open \(oldest 0 min\), 1 not sent yet, next look at \d{4}-\d\d-\d\d \d\d:\d\d \(America\/New_York\)\.$/,
	);
	expect(bench.engine.logs.messages('info')).toContain(`n8n saves the execution. ${message}`);
	expect(noted()).toEqual({ mediaJobs: made.join(' ') });
	bench.emulator.jobs.complete();
	await run.wake();
	expect(hints().at(-1)?.message).toMatch(/^Face swap: 2 of 3 done, 1 open \(oldest \d min\), next look at /);
	bench.emulator.jobs.complete();
	await run.toTheEnd();
	const end = expect.stringMatching(/^Jobs: 3 completed\. The service keeps/);
	expect(hints()).toEqual([{ message: end, type: 'info', location: 'outputPane' }]);
	expect(noted()).toEqual({ mediaJobs: [...made, bench.created.at(-1)?.id].join(' ') });
});
