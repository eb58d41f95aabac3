import { itemsOf } from '../n8n/client';
import type { Playground } from '../n8n/play';
import { startInstalled } from './installed';
import { until } from './runs';
import { swapWorkflow, type SwapOptions } from './workflows';
import { request } from '../n8n/request';

/* A parked run that calls wake up, on n8n's own machinery: its database, its waiting webhooks, its wait tracker. */

describe('A run that the service wakes up by its calls, on a real n8n', () => {
	let play: Playground;

	beforeAll(async () => {
		play = await startInstalled({
			emulator: { jobMs: [12_000, 14_000], callbacks: { retryMs: 1000, maxTries: 12 } },
		});
	});
	afterAll(async () => await play?.close());
	beforeEach(() => {
		Object.assign(play.emulator.callbacks.settings, {
			lost: false,
			repeat: 1,
			outOfOrder: false,
			beforeResponse: false,
			maxTries: 12,
		});
	});

	async function start(options: SwapOptions = {}) {
		const parameters = {
			...options.parameters,
			waitOptions: { waitUsing: 'callback', ...options.parameters?.waitOptions },
		};
		const workflow = await play.client.createWorkflow(
			swapWorkflow(play.credential, { ...options, parameters }),
		);
		const before = { jobs: play.emulator.jobs.created().length, requests: play.emulator.requests.length };
		const id = await play.client.run(workflow, 'Start');
		if (id === undefined) throw new Error('n8n started no execution');
		return {
			id,
			waiting: async () => await play.client.waitForExecution(id, ['waiting', 'success'], 60_000),
			ended: async () => await play.client.waitForExecution(id, undefined, 200_000),
			jobs: () => play.emulator.jobs.created().slice(before.jobs),
			reads: () =>
				play.emulator.requests.slice(before.requests).filter(({ path }) => path.endsWith('/listbyids'))
					.length,
		};
	}

	const references = (items: ReturnType<typeof itemsOf>) => items.map(({ json }) => json.reference);

	test('is stored, and goes on with all items in order when the service has called', async () => {
		const run = await start({ rows: 5 });
		await run.waiting();
		const execution = await run.ended();
		expect(execution.status).toBe('success');
		const items = itemsOf(execution, 'After');
		expect(references(items)).toEqual(['row 0', 'row 1', 'row 2', 'row 3', 'row 4']);
		expect(items.map(({ json }) => json.status)).toEqual(Array(5).fill('completed'));
		expect(run.jobs()).toHaveLength(5);
	});

	test('brings failed items to the error output, with their ids', async () => {
		const run = await start({ onError: 'continueErrorOutput' });
		await run.waiting();
		play.emulator.jobs.fail(run.jobs()[1]?.id ?? '', 'the picture is too small');
		const execution = await run.ended();
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'After')).toHaveLength(2);
		const [failed] = itemsOf(execution, 'Failed');
		expect(failed?.json).toMatchObject({
			error: expect.stringContaining('the picture is too small'),
			details: { id: run.jobs()[1]?.id, status: 'failed', submitted: 'yes' },
		});
	});

	test('ends with an error that lists all jobs when the node is to stop', async () => {
		const run = await start();
		await run.waiting();
		play.emulator.jobs.fail(run.jobs()[0]?.id ?? '', 'the picture is too small');
		const execution = await run.ended();
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toContain('the picture is too small');
		expect(JSON.stringify(execution.data.resultData.error)).toContain(run.jobs()[2]?.id ?? 'no job');
		expect(itemsOf(execution, 'After')).toEqual([]);
		expect(run.jobs()).toHaveLength(3);
	});

	test('makes the job that failed again under Retry on Fail, and no other', async () => {
		const run = await start({ retryOnFail: true });
		await run.waiting();
		play.emulator.jobs.fail(run.jobs()[0]?.id ?? '', 'the picture is too small');
		const execution = await run.ended();
		expect(execution.status).toBe('success');
		expect(references(itemsOf(execution, 'After'))).toEqual(['row 0', 'row 1', 'row 2']);
		expect(run.jobs()).toHaveLength(4);
	});

	test('survives a kill of n8n, also when the calls come while it is down', async () => {
		const run = await start();
		await run.waiting();
		await play.restart('kill9');
		const execution = await run.ended();
		expect(execution.status).toBe('success');
		expect(references(itemsOf(execution, 'After'))).toEqual(['row 0', 'row 1', 'row 2']);
		expect(run.jobs()).toHaveLength(3);
	});

	test('goes on once, whatever is repeated, or out of order', async () => {
		Object.assign(play.emulator.callbacks.settings, { repeat: 3, outOfOrder: true });
		const run = await start({ rows: 10 });
		await run.waiting();
		const execution = await run.ended();
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'After')).toHaveLength(10);
	});

	test('goes on with what is known when its time is up and no call has come', async () => {
		Object.assign(play.emulator.callbacks.settings, { lost: true });
		play.emulator.jobs.next({ status: 3, jobMs: 3_600_000 }, { times: 3 });
		// One after the other: the first job is that of the first row then.
		const run = await start({
			parameters: {
				waitOptions: { timeout: 1.5, onTimeout: 'returnPending' },
				options: { maxConcurrent: 1 },
			},
		});
		const execution = await run.ended();
		expect(execution.status).toBe('success');
		const items = itemsOf(execution, 'After').map(({ json }) => json);
		expect(items).toHaveLength(3);
		expect(items[0]).toMatchObject({ id: run.jobs()[0]?.id, timedOut: true, reference: 'row 0' });
	});

	test('needs no call that came too early: before the answer to the create, or before the run is stored', async () => {
		Object.assign(play.emulator.callbacks.settings, { beforeResponse: true });
		const early = await start();
		const execution = await early.ended();
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'After').map(({ json }) => json.status)).toEqual(Array(3).fill('completed'));

		Object.assign(play.emulator.callbacks.settings, { beforeResponse: false });
		play.emulator.jobs.next({ status: 3, jobMs: 500 }, { times: 2 });
		const mixed = await (await start({ rows: 4 })).ended();
		expect(mixed.status).toBe('success');
		expect(references(itemsOf(mixed, 'After'))).toEqual(['row 0', 'row 1', 'row 2', 'row 3']);
	});

	test('goes on once when the last calls come at the same moment', async () => {
		play.emulator.jobs.next({ status: 3, jobMs: 600_000 }, { times: 8 });
		const run = await start({ rows: 8 });
		await run.waiting();
		for (const { id } of run.jobs()) play.emulator.jobs.complete(id);
		const execution = await run.ended();
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'After').map(({ json }) => json.status)).toEqual(Array(8).fill('completed'));
		expect(execution.data.resultData.runData.After).toHaveLength(1);
	});

	test('creates the next jobs each time it wakes up, each job once', async () => {
		const run = await start({ rows: 6, parameters: { options: { maxInProgress: 2 } } });
		await run.waiting();
		expect(run.jobs()).toHaveLength(2);
		const execution = await run.ended();
		expect(execution.status).toBe('success');
		expect(references(itemsOf(execution, 'After'))).toEqual([
			'row 0',
			'row 1',
			'row 2',
			'row 3',
			'row 4',
			'row 5',
		]);
		expect(run.jobs()).toHaveLength(6);
		expect(play.server().logs()).not.toContain('could not be noted');
	});

	test('costs far fewer reads than calls when many come within seconds', async () => {
		const rows = 60;
		const run = await start({ rows });
		await run.waiting();
		const before = run.reads();
		await run.ended();
		expect(run.reads() - before).toBeLessThanOrEqual(rows / 3);
	});

	async function call(url: string): Promise<number> {
		const headers = { 'content-type': 'application/json' };
		return (await request(url, { method: 'POST', body: '{}', headers })).status;
	}

	test('answers calls to an execution that is over, and starts nothing', async () => {
		const run = await start({ rows: 1 });
		await run.waiting();
		const url = String(run.jobs()[0]?.webhookUrl);
		await run.ended();
		expect([404, 409]).toContain(await call(url));
		expect((await play.client.execution(run.id)).status).toBe('success');
	});

	test('answers calls to an execution that was stopped and deleted, and starts nothing', async () => {
		const run = await start({ rows: 1 });
		await run.waiting();
		const url = String(run.jobs()[0]?.webhookUrl);
		await play.client.stopExecution(run.id);
		await play.client.waitForExecution(run.id);
		await play.client.deleteExecutions([run.id]);
		const before = (await play.client.executions()).length;
		expect([404, 409]).toContain(await call(url));
		// The service's own call, too.
		const delivered = await until('the call of the service', () =>
			play.emulator.callbacks.delivered.find(({ jobId }) => jobId === run.jobs()[0]?.id),
		);
		expect(delivered.httpStatus).not.toBe(200);
		expect(await play.client.executions()).toHaveLength(before);
	});
});
