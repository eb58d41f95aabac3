import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../n8n/client';
import type { Playground } from '../n8n/play';
import type { Execution, ExecutionStatus } from '../n8n/shapes';
import { startInstalled } from './installed';
import { contentOf, until } from './runs';
import { FACE, swapWorkflow, type SwapOptions } from './workflows';

/*
 * A run that is parked between looks, on n8n's own database and clock: the node wakes up and runs again. Looks are a minute
 * or more apart, so the runs go side by side.
 */

/** A look 65 s after the run was parked, and another one where the machine is slow. */
const PATIENCE = 270_000;
const LONG = 3_600_000;
/** Where swaps are looked at. */
const RESULTS = '/faceswap/result/listbyids';

interface Started {
	id: string;
	workflowId: string;
	/** Ids of its jobs, in the order of the rows. */
	jobs: string[];
	ended(statuses?: ExecutionStatus[]): Promise<Execution>;
}

let play: Playground;
const references = (items: ReturnType<typeof itemsOf>) => items.map(({ json }) => json.reference);
const rows = (count: number) => Array.from({ length: count }, (_, row) => `row ${row}`);

/** Starts a run, and gives it when its jobs are made: one after the other, so that it is known whose they are. */
async function start(options: SwapOptions = {}): Promise<Started> {
	const { parameters, ...others } = options;
	const given = {
		...parameters,
		waitOptions: { storeAfter: 0, ...parameters?.waitOptions },
		options: { maxConcurrent: 1, ...parameters?.options },
	};
	const workflow = await play.client.createWorkflow(
		swapWorkflow(play.credential, { ...others, parameters: given }),
	);
	const before = play.emulator.jobs.created().length;
	const id = await play.client.run(workflow, 'Start');
	if (id === undefined) throw new Error('n8n started no execution');
	const count = options.rows ?? 3;
	const jobs = await until('the jobs', () => {
		const made = play.emulator.jobs.created().slice(before);
		return made.length >= count ? made.map((job) => job.id) : undefined;
	});
	const ended = async (statuses?: ExecutionStatus[]) =>
		await play.client.waitForExecution(id, statuses, PATIENCE);
	return { id, workflowId: workflow.id, jobs, ended };
}

beforeAll(async () => {
	play = await startInstalled({ emulator: { jobMs: 25_000 } });
});
afterAll(async () => await play?.close());

describe('A run that is parked between looks, on a real n8n', () => {
	const runs: Partial<Record<'files' | 'stop' | 'retry' | 'errorOutput' | 'timeOut' | 'many', Started>> = {};
	const run = (name: keyof typeof runs): Started => {
		const found = runs[name];
		if (!found) throw new Error(`The run ${name} was not started`);
		return found;
	};
	let made: string[] = [];

	beforeAll(async () => {
		const { jobs, mediaUrl } = play.emulator;
		const before = jobs.created().length;
		runs.stop = await start();
		runs.retry = await start({ retryOnFail: true });
		runs.errorOutput = await start({ onError: 'continueErrorOutput' });
		runs.many = await start({ rows: 50, parameters: { options: { maxConcurrent: 10 } } });
		runs.files = await start({
			parameters: {
				downloadResult: true,
				modifyImage: { __rl: true, mode: 'url', value: `${mediaUrl}/people-1.png` },
				targetImage: JSON.stringify([{ ...FACE, path: `${mediaUrl}/people-1.png` }]),
				sourceImage: JSON.stringify([{ ...FACE, path: `${mediaUrl}/portrait-ada.png` }]),
			},
		});
		jobs.next({ status: 3, jobMs: LONG }, { times: 3 });
		runs.timeOut = await start({ parameters: { waitOptions: { timeout: 2, onTimeout: 'returnPending' } } });
		made = jobs
			.created()
			.slice(before)
			.map(({ id }) => id);
		await Promise.all(Object.values(runs).map(async ({ ended }) => await ended(['waiting'])));
		for (const name of ['stop', 'retry', 'errorOutput'] as const) {
			jobs.fail(run(name).jobs[1] ?? '', 'the picture is too small');
		}
		jobs.complete(run('timeOut').jobs[1] ?? '');
	});

	test('goes on with all items in order, and their files, in one execution and one run of the node', async () => {
		const execution = await run('files').ended();
		expect(execution.status).toBe('success');
		const items = itemsOf(execution, 'After');
		expect(references(items)).toEqual(rows(3));
		expect(items.map(({ json }) => json.id)).toEqual(run('files').jobs);
		expect(items.map(({ json }) => json.status)).toEqual(Array(3).fill('completed'));
		expect(items.every(({ json }) => json.timedOut === undefined)).toBe(true);
		expect((await contentOf(play, items[2])).length).toBeGreaterThan(0);
		expect(execution.data.resultData.runData.Swap).toHaveLength(1);
		expect(await play.client.executions({ workflowId: run('files').workflowId })).toHaveLength(1);
	});

	test('keeps the order of fifty rows', async () => {
		const execution = await run('many').ended();
		expect(execution.status).toBe('success');
		expect(references(itemsOf(execution, 'After'))).toEqual(rows(50));
	});

	test('ends with an error that lists all jobs when the node is to stop', async () => {
		const execution = await run('stop').ended();
		expect(execution.status).toBe('error');
		const error = JSON.stringify(execution.data.resultData.error);
		expect(execution.data.resultData.error?.message).toContain('the picture is too small');
		for (const id of run('stop').jobs) expect(error).toContain(id);
		expect(itemsOf(execution, 'After')).toEqual([]);
	});

	test('brings failed items to the error output, with their ids', async () => {
		const execution = await run('errorOutput').ended();
		expect(execution.status).toBe('success');
		expect(references(itemsOf(execution, 'After'))).toEqual(['row 0', 'row 2']);
		expect(itemsOf(execution, 'Failed').map(({ json }) => json)).toEqual([
			expect.objectContaining({
				error: expect.stringContaining('the picture is too small'),
				details: expect.objectContaining({
					id: run('errorOutput').jobs[1],
					status: 'failed',
					submitted: 'yes',
				}),
			}),
		]);
	});

	test('goes on with what is known when the time is up', async () => {
		const execution = await run('timeOut').ended();
		expect(execution.status).toBe('success');
		const items = itemsOf(execution, 'After').map(({ json }) => json);
		const { jobs } = run('timeOut');
		expect(items).toEqual([
			expect.objectContaining({ id: jobs[0], timedOut: true, reference: 'row 0' }),
			expect.objectContaining({ id: jobs[1], status: 'completed', reference: 'row 1' }),
			expect.objectContaining({ id: jobs[2], timedOut: true, reference: 'row 2' }),
		]);
		expect(items[1]).not.toHaveProperty('timedOut');
	});

	test('makes the job that failed again under Retry on Fail, and pays for no other', async () => {
		const execution = await run('retry').ended();
		expect(execution.status).toBe('success');
		expect(references(itemsOf(execution, 'After'))).toEqual(rows(3));
		const again = play.emulator.jobs.created().filter(({ id }) => !made.includes(id));
		expect(again).toHaveLength(1);
	});

	test('is run alone as a step of the editor, on what came in before', async () => {
		const before = await run('files').ended();
		const workflow = await play.client.workflow(run('files').workflowId);
		const id = await play.client.executeStep(workflow, 'Swap', before);
		await play.client.waitForExecution(id, ['waiting'], PATIENCE);
		const execution = await play.client.waitForExecution(id, undefined, PATIENCE);
		expect(execution.status).toBe('success');
		expect(references(itemsOf(execution, 'Swap'))).toEqual(rows(3));
		expect(execution.data.resultData.runData.Swap).toHaveLength(1);
		expect(execution.data.resultData.runData).not.toHaveProperty('After');
	});
});

test('it survives a kill of n8n, and a run that is stopped stays so', async () => {
	const before = play.emulator.jobs.created().length;
	const killed = await start();
	const stopped = await start();
	await Promise.all([killed.ended(['waiting']), stopped.ended(['waiting'])]);
	await play.client.stopExecution(stopped.id);
	await play.restart('kill9');
	const execution = await killed.ended();
	expect(execution.status).toBe('success');
	const items = itemsOf(execution, 'After');
	expect(references(items)).toEqual(rows(3));
	expect(items.map(({ json }) => json.id)).toEqual(killed.jobs);
	expect(items.map(({ json }) => json.status)).toEqual(Array(3).fill('completed'));
	expect((await play.client.execution(stopped.id)).status).toBe('canceled');
	expect(play.emulator.jobs.created()).toHaveLength(before + 6);
});

test('killed while it looks, it is shown as crashed, and its retry goes on with the jobs that are paid', async () => {
	const run = await start();
	await run.ended(['waiting']);
	play.emulator.faults.add({ kind: 'slow', delayMs: 120_000, match: { path: RESULTS }, times: Infinity });
	await until(
		'the look',
		async () => (await play.client.execution(run.id)).status === 'running' || undefined,
	);
	await play.restart('kill9');
	play.emulator.faults.clear();
	expect((await run.ended(['crashed'])).status).toBe('crashed');
	const made = play.emulator.jobs.created().length;
	const retry = await play.client.retryExecution(run.id);
	const execution = await play.client.waitForExecution(retry, undefined, PATIENCE);
	expect(execution.status).toBe('success');
	const items = itemsOf(execution, 'After');
	expect(references(items)).toEqual(rows(3));
	expect(items.map(({ json }) => json.id)).toEqual(run.jobs);
	expect(play.emulator.jobs.created()).toHaveLength(made);
});

test('killed while it creates, its retry finds the jobs of rows with keys', async () => {
	const { jobs } = play.emulator;
	const before = jobs.created().length;
	jobs.next({ status: 3, jobMs: LONG }, { times: 4 });
	const options = { maxInProgress: 2, idempotencyKey: '=order {{ $json.row }}' };
	const workflow = await play.client.createWorkflow(
		swapWorkflow(play.credential, { rows: 4, parameters: { waitOptions: { storeAfter: 0 }, options } }),
	);
	const id = (await play.client.run(workflow, 'Start')) ?? '';
	await play.client.waitForExecution(id, ['waiting'], PATIENCE);
	jobs.complete();
	await until('the next two jobs', () => (jobs.created().length === before + 4 ? true : undefined));
	// n8n stores a job under its key a moment after the service has made it; the leg looks for 10 s after its creates.
	await pause(3000);
	await play.restart('kill9');
	await play.client.waitForExecution(id, ['crashed'], PATIENCE);
	jobs.complete();
	const retry = await play.client.retryExecution(id);
	const execution = await play.client.waitForExecution(retry, undefined, PATIENCE);
	expect(execution.status).toBe('success');
	const items = itemsOf(execution, 'After');
	expect(references(items)).toEqual(rows(4));
	expect(items.map(({ json }) => json.status)).toEqual(Array(4).fill('completed'));
	expect(items.map(({ json }) => json.duplicate === true)).toEqual([false, false, true, true]);
	expect(jobs.created()).toHaveLength(before + 4);
});
