import type { ExecutionStatus } from 'n8n-workflow';
import { itemsOf } from '../n8n/client';
import { request } from '../n8n/request';
import type { Execution } from '../n8n/shapes';
import { useInstalled } from './installed';
import { line, locator, script, webhook } from './line';
import { PATIENCE, publish, send, until } from './runs';
import { swapOn, swapWorkflow, type SwapOptions } from './workflows';

/* A suspended run, on n8n's own database, clock and webhooks. */

const LONG = 3_600_000;
const { play } = useInstalled({ emulator: { jobMs: LONG, callbacks: { retryMs: 1000, maxTries: 30 } } });

/** Starts a run, and returns it when it is suspended. */
async function suspend(waitOptions: object, { parameters, ...options }: SwapOptions = {}) {
	const { client, credential, emulator } = play();
	const given = { ...parameters, waitOptions, limits: { concurrentSubmissions: 1, ...parameters?.limits } };
	const workflow = await client.createWorkflow(swapWorkflow(credential, { ...options, parameters: given }));
	const before = emulator.jobs.created().length;
	const id = (await client.run(workflow, 'Start')) ?? 'none';
	const ended = async (statuses?: ExecutionStatus[]) => await client.waitForExecution(id, statuses, PATIENCE);
	await ended(['waiting']);
	const jobs = emulator.jobs.created().slice(before);
	return { id, workflowId: workflow.id, jobs: jobs.map((job) => job.id), url: jobs[0]?.webhookUrl, ended };
}
const made = () => play().emulator.jobs.created().length;
const idsOf = (execution: Execution) => itemsOf(execution, 'After').map(({ json }) => json.id);

test.each([
	['time', { saveAfter: 0 }],
	['a call', { waitMethod: 'callback' }],
])(
	'a suspended run continues by %s after a kill of n8n and sends its other rows once, while a stopped run stays stopped',
	async (_way, waitOptions) => {
		const before = made();
		const run = await suspend(waitOptions, { rows: 5, parameters: { limits: { maxOpenJobs: 3 } } });
		const stopped = await suspend(waitOptions);
		await play().client.stopExecution(stopped.id);
		await play().restart('kill9');
		play().emulator.jobs.complete();
		await until('the other rows', () => made() === before + 5 + 3 || undefined);
		play().emulator.jobs.complete();
		const execution = await run.ended();
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'After').map(({ json }) => json.reference)).toEqual(
			[0, 1, 2, 3, 4].map((row) => `row ${row}`),
		);
		expect(idsOf(execution).slice(0, 3)).toEqual(run.jobs);
		expect((await play().client.execution(stopped.id)).status).toBe('canceled');
		expect(made()).toBe(before + 5 + 3);
	},
);

const call = async (url: string | undefined) => (await request(String(url), { method: 'POST' })).status;

test('n8n answers a call with 409 while the execution runs and after it ended, and with 404 after it was deleted', async () => {
	const { client, emulator } = play();
	const run = await suspend({ waitMethod: 'callback' });
	const slow = { kind: 'slow', delayMs: 10_000, match: { path: '/listbyids' } } as const;
	emulator.faults.add({ ...slow, times: Infinity });
	emulator.jobs.complete();
	await run.ended(['running']);
	expect(await call(run.url)).toBe(409);
	emulator.faults.clear();
	expect((await run.ended()).status).toBe('success');
	expect(await call(run.url)).toBe(409);
	await client.deleteExecutions([run.id]);
	expect(await call(run.url)).toBe(404);
	expect(await client.executions({ workflowId: run.workflowId })).toEqual([]);
});

test('three files of a call can be fetched, also those that are sent after n8n has saved the execution', async () => {
	const { emulator, server } = play();
	const before = made();
	const each = 'return Object.values($input.first().binary).map((data) => ({ json: {}, binary: { data } }));';
	const files = { modifyImage: locator('binary', 'data'), limits: { maxOpenJobs: 1 } };
	const { node } = swapOn(play(), files);
	await publish(play(), line([webhook('files'), script('Each', each), node]));
	const picture = await (await request(`${emulator.mediaUrl}/people-1.png`)).blob();
	const body = new FormData();
	for (const name of ['first', 'second', 'third']) body.append(name, picture, `${name}.png`);
	await send(`${server().baseUrl}/webhook/files`, { body });
	for (const sent of [1, 2, 3]) {
		await until(`${sent} jobs`, () => made() === before + sent);
		emulator.jobs.complete();
	}
	const addresses = emulator.jobs
		.created()
		.slice(before)
		.map((job) => String(job.request.modifyImage));
	const statuses = addresses.map(async (address) => (await request(address)).status);
	expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
});
