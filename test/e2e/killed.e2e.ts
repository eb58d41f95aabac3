import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { PATIENCE, post, until } from './runs';
import { swapWorkflow } from './workflows';

/* n8n is stopped, as at each deploy, or killed, while a run waits for its jobs in memory. Its retry pays nothing twice. */

const { play } = useInstalled({ emulator: { jobMs: 36_000_000 } });

/** A workflow that a webhook starts and n8n answers at once, and one of its executions that has made so many jobs. */
async function waiting(settings: object, storeAfter: number, most = 3) {
	const { client, emulator, credential, server } = play();
	const before = emulator.jobs.created().length;
	const workflow = swapWorkflow(credential, {
		parameters: { waitOptions: { waitUsing: 'polling', storeAfter }, options: { maxConcurrent: 1 } },
		settings,
	});
	const path = randomUUID();
	const parameters = { path, httpMethod: 'POST' };
	const webhook = { type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters };
	workflow.nodes[0] = { ...workflow.nodes[0]!, ...webhook };
	const stored = await client.createWorkflow(workflow);
	await client.activate(stored);
	await post(`${server().baseUrl}/webhook/${path}`);
	const jobs = await until(`${most} jobs`, () => {
		const made = emulator.jobs.created().slice(before);
		return made.length === most ? made : undefined;
	});
	const [{ id = '' } = {}] = await client.executions({ workflowId: stored.id });
	return { id, before, ids: jobs.map((job) => job.id).sort() };
}

const retry = async (id: string) =>
	await play().client.waitForExecution(await play().client.retryExecution(id), undefined, PATIENCE);

test.each([
	['stopped', 'stop', {}],
	['killed', 'kill9', {}],
	['killed, with Save execution progress', 'kill9', { saveExecutionProgress: true }],
] as const)('n8n is %s', async (_how, how, settings) => {
	const { id, ids, before } = await waiting(settings, 5);
	await play().restart(how);
	await play().client.waitForExecution(id, ['crashed'], PATIENCE);
	play().emulator.jobs.complete();
	const execution = await retry(id);
	expect(execution).toMatchObject({ status: 'success', retryOf: id });
	const items = itemsOf(execution, 'After').map(({ json }) => json);
	expect(items.map((item) => item.id).sort()).toEqual(ids);
	expect(items.map(({ status }) => status)).toEqual(Array(3).fill('completed'));
	expect(play().emulator.jobs.created()).toHaveLength(before + 3);
});

test('the retry is killed as well, and retried', async () => {
	const { id, ids, before } = await waiting({}, 5);
	await play().restart('kill9');
	await play().client.waitForExecution(id, ['crashed'], PATIENCE);
	const second = await play().client.beginRetry(id);
	await until('its jobs', () => play().server().logs().split('is taken up').length > 3 || undefined);
	// n8n notes a moment later, in a file, that the execution has begun.
	await pause(3_000);
	await play().restart('kill9');
	await play().client.waitForExecution(second, ['crashed'], PATIENCE);
	play().emulator.jobs.complete();
	const execution = await retry(second);
	expect(execution.status).toBe('success');
	expect(
		itemsOf(execution, 'After')
			.map(({ json }) => json.id)
			.sort(),
	).toEqual(ids);
	expect(play().emulator.jobs.created()).toHaveLength(before + 3);
});

test('the retry of an execution that had failed is killed, and retried', async () => {
	const { client, emulator, restart } = play();
	emulator.faults.add({ kind: 'code', code: 1003, msg: 'no', match: { path: 'specifyimage', nth: 2 } });
	const { id, before } = await waiting({}, 5, 1);
	const made = () => emulator.jobs.created().length - before;
	emulator.jobs.complete();
	await client.waitForExecution(id, ['error'], PATIENCE);
	const second = await client.beginRetry(id);
	await until('the other jobs', () => made() === 3 || undefined);
	await pause(3_000);
	await restart('kill9');
	await play().client.waitForExecution(second, ['crashed'], PATIENCE);
	emulator.jobs.complete();
	expect((await retry(second)).status).toBe('success');
	expect(made()).toBe(3);
});
