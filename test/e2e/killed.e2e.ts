import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { PATIENCE, post, until } from './runs';
import type { WorkflowFile } from '../n8n/shapes';
import { swapWorkflow } from './workflows';

/* n8n is stopped, as at each deploy, or killed, while a run waits for its jobs in memory. Its retry pays nothing twice. */

const { play } = useInstalled({ emulator: { jobMs: 36_000_000 } });

/** A workflow that a webhook starts and n8n answers at once, and one of its executions that has made so many jobs. */
async function waiting(
	settings: object,
	storeAfter: number,
	most = 3,
	more: { rows?: number; change?: (workflow: WorkflowFile) => void; progress?: () => unknown } = {},
) {
	const { client, emulator, credential, server } = play();
	const before = emulator.jobs.created().length;
	const workflow = swapWorkflow(credential, {
		parameters: { waitOptions: { waitUsing: 'polling', storeAfter }, options: { maxConcurrent: 1 } },
		settings,
		rows: more.rows ?? 3,
	});
	more.change?.(workflow);
	const path = randomUUID();
	const parameters = { path, httpMethod: 'POST' };
	const webhook = { type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters };
	workflow.nodes[0] = { ...workflow.nodes[0]!, ...webhook };
	const stored = await client.createWorkflow(workflow);
	await client.activate(stored);
	await post(`${server().baseUrl}/webhook/${path}`);
	const jobs = await until(`${most} jobs`, () => {
		more.progress?.();
		const made = emulator.jobs.created().slice(before);
		return made.length >= most ? made : undefined;
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
	await until('its jobs', () => play().server().logs().split('and is reused').length > 3 || undefined);
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

type Change = (workflow: WorkflowFile) => void;
const nodeOf = ({ nodes }: WorkflowFile, name: string) => nodes.find((node) => node.name === name)!;
const to = (node: string) => [{ node, type: 'main', index: 0 }];

/** A node that takes 20 seconds, so that n8n can be killed in it. */
const isSlow: Change = (workflow) => {
	const jsCode = 'await new Promise((resolve) => setTimeout(resolve, 20000)); return $input.all();';
	Object.assign(nodeOf(workflow, 'After'), {
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode },
	});
};

/** n8n's recovery numbers runs by the order in which nodes stand in the workflow's file. */
const shapes: Record<string, { change: Change; sent: number; jobs: number; completes: boolean }> = {
	'the node of the items was added to the canvas after the swap': {
		change: ({ nodes }) => nodes.splice(1, 0, ...nodes.splice(2, 1)),
		...{ sent: 6, jobs: 6, completes: false },
	},
	'n8n is killed while a node below the swap runs': {
		change: isSlow,
		...{ sent: 6, jobs: 6, completes: true },
	},
	'the same, with as many Maximum Jobs as there are rows': {
		change(workflow) {
			isSlow(workflow);
			Object.assign(Object(nodeOf(workflow, 'Swap').parameters.options), { maxJobs: 6 });
		},
		...{ sent: 6, jobs: 6, completes: true },
	},
	'n8n is killed in the second round of Loop Over Items': {
		change({ nodes, connections }) {
			const parameters = { batchSize: 2 };
			const loop = { type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters };
			nodes.push({ ...nodes[0]!, ...loop, id: 'loop', name: 'Loop' });
			Object.assign(connections, {
				Rows: { main: [to('Loop')] },
				Loop: { main: [to('After'), to('Swap')] },
				Swap: { main: [to('Loop')] },
			});
		},
		...{ sent: 4, jobs: 6, completes: true },
	},
	'n8n is killed in the second of two paid nodes': {
		change({ nodes, connections }) {
			nodes.push({ ...nodeOf({ nodes } as WorkflowFile, 'Swap'), id: 'swap2', name: 'Swap 2' });
			Object.assign(connections, {
				Swap: { main: [to('Swap 2')] },
				'Swap 2': { main: [to('After')] },
			});
		},
		...{ sent: 8, jobs: 12, completes: true },
	},
};

test.each(Object.entries(shapes))('no row is paid twice when %s', async (_, shape) => {
	const { change, sent, jobs, completes } = shape;
	const { emulator } = play();
	const first = emulator.jobs.created().length;
	const made = () => emulator.jobs.created().length - first;
	const complete = () => {
		for (const { id } of emulator.jobs.created().slice(first)) emulator.jobs.complete(id);
	};
	const { id } = await waiting({}, 5, sent, {
		rows: 6,
		change,
		progress: () => completes && made() < sent && complete(),
	});
	if (completes && sent === jobs) {
		complete();
		await pause(3_000);
	}
	await pause(3_000);
	await play().restart('kill9');
	await play().client.waitForExecution(id, ['crashed'], PATIENCE);
	const second = await play().client.beginRetry(id);
	const ended = play().client.waitForExecution(second, undefined, PATIENCE);
	const completing = setInterval(complete, 300);
	const execution = await ended.finally(() => clearInterval(completing));
	expect([execution.status, made()]).toEqual(['success', jobs]);
});
