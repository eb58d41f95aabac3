import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { itemsOf } from '../n8n/client';
import type { WorkflowFile } from '../n8n/shapes';
import { useInstalled } from './installed';
import { target, webhook } from './line';
import { PATIENCE, post, publish, until } from './runs';
import { swapWorkflow, type SwapOptions } from './workflows';

/* n8n is stopped, as at each deploy, or killed, while an execution waits for its jobs. The retry pays nothing twice. */

const { play } = useInstalled({
	emulator: { jobMs: 36_000_000, callbacks: { retryMs: 1000, maxTries: 30 } },
});
const created = () => play().emulator.jobs.created();
const polls = () => play().emulator.requestsTo('/listbyids').length;

interface Given extends SwapOptions {
	/** The number of jobs before n8n is killed. */
	sent?: number;
	change?: (workflow: WorkflowFile) => void;
}

/** Starts an execution by a webhook, and returns it with the jobs that it has created and stored. */
async function begun({ sent = 3, change, parameters, ...options }: Given = {}) {
	const { client, credential, server } = play();
	const before = created().length;
	const path = randomUUID();
	const modifyImage = `https://example.com/${path}.png`;
	const more = { modifyImage, limits: { concurrentSubmissions: 1 } };
	const given = { waitOptions: { waitMethod: 'polling' }, ...parameters, ...more };
	const workflow = swapWorkflow(credential, { trigger: webhook(path), parameters: given, ...options });
	change?.(workflow);
	const stored = await publish(play(), workflow);
	await post(`${server().baseUrl}/webhook/${path}`);
	const jobs = await until(`${sent} jobs`, () => {
		const made = created().filter(({ request }) => request.modifyImage === modifyImage);
		return made.length >= sent ? made : undefined;
	});
	// The node polls when all its jobs are stored.
	const polled = polls();
	await until('a poll', () => polls() > polled || undefined);
	const [{ id = '' } = {}] = await client.executions({ workflowId: stored.id });
	return { id, before, ids: jobs.map((job) => job.id) };
}

/** Waits until n8n's event log says that an execution has begun a node so many times. */
async function isNoted(id: string, node: string, times = 1): Promise<void> {
	const file = join(play().server().userFolder ?? '', '.n8n', 'n8nEventLog.log');
	await until(`${node} in ${file}`, async () => {
		const events = (await readFile(file, 'utf8')).split('\n');
		const begins = events.filter((event) =>
			['n8n.node.started', `"executionId":"${id}"`, `"nodeName":"${node}"`].every((part) =>
				event.includes(part),
			),
		);
		return begins.length >= times || undefined;
	});
}

const kill = async (...ids: string[]) => {
	await play().restart('kill9');
	for (const id of ids) await play().client.waitForExecution(id, ['crashed'], PATIENCE);
};
const retry = async (id: string, loadWorkflow = false) =>
	await play().client.waitForExecution(
		await play().client.retryExecution(id, { loadWorkflow }),
		undefined,
		PATIENCE,
	);

test.each([
	['stopped', 'stop', {}],
	['killed', 'kill9', {}],
	['killed, with Save execution progress', 'kill9', { saveExecutionProgress: true }],
] as const)('n8n is %s, and the retry returns the created jobs', async (_how, how, settings) => {
	const { id, ids, before } = await begun({ settings });
	await isNoted(id, 'Swap');
	await play().restart(how);
	await play().client.waitForExecution(id, ['crashed'], PATIENCE);
	play().emulator.jobs.complete();
	const execution = await retry(id);
	expect(execution).toMatchObject({ status: 'success', retryOf: id });
	const items = itemsOf(execution, 'After').map(({ json }) => json);
	expect(items.map((item) => item.id)).toEqual(ids);
	expect(items.map(({ status }) => status)).toEqual(Array(3).fill('completed'));
	expect(created()).toHaveLength(before + 3);
});

const to = (node: string) => ({ main: [target(node)] });

test.each([
	['ended', false],
	['ended', true],
	['was killed', false],
	['was killed', true],
])(
	'the retry of a retry that %s above the node pays nothing again, with the saved workflow: %j',
	async (how, saved) => {
		const { emulator, client } = play();
		const match = { path: '/above' };
		const passes = () =>
			emulator.faults.add({ kind: 'httpStatus', status: 200, body: '{}', match, times: 1 });
		passes();
		const { id, ids, before } = await begun({
			change({ nodes, connections }) {
				const type = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 };
				const parameters = { url: `${emulator.baseUrl}/above`, options: {} };
				nodes.push({ ...nodes[0]!, ...type, id: 'above', name: 'Above', parameters });
				const { name } = nodes[0]!;
				Object.assign(connections, { Above: connections[name], [name]: to('Above') });
			},
		});
		await isNoted(id, 'Swap');
		await kill(id);
		if (how === 'was killed') emulator.faults.add({ kind: 'timeout', match });
		const second = await client.beginRetry(id, { loadWorkflow: saved });
		if (how === 'was killed') {
			await isNoted(second, 'Above');
			await kill(second);
		} else await client.waitForExecution(second, ['error'], PATIENCE);
		emulator.jobs.complete();
		emulator.faults.clear();
		passes();
		const third = await retry(second, saved);
		expect([third.status, created().length - before]).toEqual(['success', 3]);
		expect(itemsOf(third, 'After').map((item) => item.json.id)).toEqual(ids);
	},
);

test.each([
	['time', { saveAfter: 0 }, 'error'],
	['a call', { waitMethod: 'callback' }, 'success'],
])(
	'n8n is killed in a poll after %s resumed the run, and retries return the paid jobs, also with the saved workflow',
	async (_way, waitOptions, afterSavedWorkflow) => {
		const { client, emulator } = play();
		const onErrors = ['stopWorkflow', 'continueErrorOutput', 'continueRegularOutput'] as const;
		// At the same time, because a poll without an answer ends soon.
		const runs = await Promise.all(
			onErrors.map(
				async (onError) => await begun({ parameters: { waitOptions }, onError, rows: 2, sent: 2 }),
			),
		);
		for (const { id } of runs) await client.waitForExecution(id, ['waiting'], PATIENCE);
		const slow = { kind: 'slow', delayMs: 3_600_000, match: { path: '/listbyids' } } as const;
		emulator.faults.add({ ...slow, times: Infinity });
		emulator.jobs.complete();
		for (const { id } of runs) {
			await client.waitForExecution(id, ['running'], PATIENCE);
			await isNoted(id, 'Swap', 2);
		}
		await kill(...runs.map(({ id }) => id));
		emulator.faults.clear();
		const before = created().length;
		for (const { id, ids } of runs) {
			let retried = await retry(id, true);
			expect(retried.status).toBe(afterSavedWorkflow);
			if (afterSavedWorkflow === 'error') {
				expect([itemsOf(retried, 'After'), itemsOf(retried, 'Failed')]).toEqual([[], []]);
				retried = await retry(retried.id, true);
			}
			for (const execution of [retried, await retry(id)]) {
				expect(execution.status).toBe('success');
				expect(itemsOf(execution, 'After').map((item) => item.json.id)).toEqual(ids);
			}
		}
		expect(created()).toHaveLength(before);
	},
);
