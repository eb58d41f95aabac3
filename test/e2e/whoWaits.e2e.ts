import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { line, locator, rows, script, start, type LineNode } from './line';
import { endedRuns, PATIENCE, post, run, until } from './runs';
import { calledTrigger, swapOn } from './swaps';

/*
 * Somebody waits for the output of a run, with jobs that take longer than its first looks: nobody is left with nothing,
 * and nothing is paid twice. All runs would be stored as early as possible.
 */

const { play } = useInstalled({ emulator: { jobMs: 16_000 } });
const swap = (waitUsing = 'automatic') => swapOn(play(), { waitOptions: { waitUsing } });
let made = 0;

const webhook = (responseMode: string): LineNode => {
	made += 1;
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: `who-waits-${made}`,
		parameters: { httpMethod: 'POST', path: `who-waits-${made}`, responseMode, options: {} },
	};
};
/** A chat of a page elsewhere. Its address ends in `/chat`, and answers 404 unless it is public. */
const chat = (): LineNode => {
	made += 1;
	return {
		name: 'Chat',
		type: '@n8n/n8n-nodes-langchain.chatTrigger',
		typeVersion: 1.1,
		webhookId: `who-chats-${made}`,
		parameters: { public: true, mode: 'webhook', options: { responseMode: 'lastNode' } },
	};
};
const respond = (name = 'Respond'): LineNode => ({
	name,
	type: 'n8n-nodes-base.respondToWebhook',
	typeVersion: 1.1,
	parameters: { respondWith: 'firstIncomingItem', options: {} },
});

/** Puts a workflow into production and calls it; gives the answer, and whether the run was stored before it came. */
async function call(trigger: LineNode, ...nodes: LineNode[]) {
	const stored = await play().client.createWorkflow(line([trigger, ...nodes]));
	await play().client.activate(stored);
	const path = trigger.name === 'Chat' ? `${String(trigger.webhookId)}/chat` : trigger.webhookId;
	const message = { action: 'sendMessage', sessionId: 'a', chatInput: 'Hi' };
	let answer: Response | undefined;
	const answered = post(`${play().server().baseUrl}/webhook/${path}`, message).then((given) => {
		answer = given;
	});
	let wasStored = false;
	await until('the answer', async () => {
		const found = await play().client.executions({ workflowId: stored.id });
		if (!answer && found.some(({ status }) => status === 'waiting')) wasStored = true;
		return answer;
	});
	await answered;
	return { stored, status: answer!.status, text: await answer!.text(), wasStored };
}

describe.each([
	['webhook', () => webhook('lastNode')],
	['chat', chat],
])('The caller of a %s on the line', (_what, trigger) => {
	test('gets the result when the last node has ended', async () => {
		const { node, jobs } = swap();
		const { status, text, wasStored } = await call(trigger(), node);
		expect([status, wasStored]).toEqual([200, false]);
		expect(JSON.parse(text)).toMatchObject({ status: 'completed', id: jobs()[0]?.id });
		expect(jobs()).toHaveLength(1);
	});

	test('gets an answer that says so when the job fails', async () => {
		const { node, jobs } = swap();
		const answered = call(trigger(), node);
		const job = await until('the job', () => jobs()[0]);
		play().emulator.jobs.fail(job.id, 'no light');
		expect(await answered).toMatchObject({ status: 500, wasStored: false });
		expect(jobs()).toHaveLength(1);
	});

	test('is told before anything is paid that calls of the service can not be waited for', async () => {
		const { node, jobs } = swap('callback');
		const { stored, status } = await call(trigger(), node);
		const [execution] = await endedRuns(play(), stored, 1);
		expect(status).toBe(500);
		expect(execution?.data.resultData.error?.message).toContain('waits for its answer');
		expect(jobs()).toEqual([]);
	});
});

describe('The caller of a webhook', () => {
	test('gets the answer of a node below', async () => {
		const { status, text } = await call(webhook('responseNode'), swap().node, respond());
		expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ status: 'completed' })]);
	});

	test('gets what any failure gets when the job of a node above the answer fails', async () => {
		const fails = script('Fails', 'throw new Error("it fails")');
		const usual = await call(webhook('responseNode'), fails, respond());
		const { node, jobs } = swap();
		const answered = call(webhook('responseNode'), node, respond());
		const job = await until('the job', () => jobs()[0]);
		play().emulator.jobs.fail(job.id, 'no light');
		const { status, text } = usual;
		expect(status).toBe(500);
		expect(await answered).toMatchObject({ status, text, wasStored: false });
	});

	test.each([
		['at once', () => [webhook('onReceived'), swap().node]],
		['by a node above', () => [webhook('responseNode'), respond(), swap().node]],
	])('who was answered %s waits no more, and the run is stored', async (_when, nodes) => {
		const [trigger, ...others] = nodes();
		const { stored, status } = await call(trigger!, ...others);
		expect(status).toBe(200);
		const waiting = await until('the run to be stored', async () => {
			const [found] = await play().client.executions({ workflowId: stored.id });
			return found?.status === 'waiting' ? found : undefined;
		});
		play().emulator.jobs.complete();
		const execution = await play().client.waitForExecution(waiting.id, undefined, PATIENCE);
		expect(itemsOf(execution, 'Swap')[0]?.json).toMatchObject({ status: 'completed' });
	});
});

/** A workflow that is called, and makes a job for each of its items. */
async function called(node: LineNode): Promise<string> {
	const stored = await play().client.createWorkflow(line([calledTrigger, node]));
	// n8n calls published workflows only.
	await play().client.activate(stored);
	return stored.id;
}
const caller = (workflowId: string, mode: 'each' | 'once'): LineNode => ({
	name: 'Call',
	type: 'n8n-nodes-base.executeWorkflow',
	typeVersion: 1.2,
	parameters: {
		mode,
		workflowId: locator('id', workflowId),
		workflowInputs: { mappingMode: 'defineBelow', value: null },
		options: {},
	},
});

describe('A workflow that calls another one', () => {
	test.each(['each', 'once'] as const)('gets the results of all items (%s)', async (mode) => {
		const { node, jobs } = swap();
		const execution = await run(play(), line([start, rows(3), caller(await called(node), mode)]));
		expect(execution.status).toBe('success');
		const statuses = itemsOf(execution, 'Call').map(({ json }) => json.status);
		expect([statuses, jobs().length]).toEqual([['completed', 'completed', 'completed'], 3]);
	});

	test('gets them also from one that a called one calls', async () => {
		const inner = await called(swap().node);
		const outer = await called(caller(inner, 'each'));
		const execution = await run(play(), line([start, rows(2), caller(outer, 'each')]));
		expect(itemsOf(execution, 'Call').map(({ json }) => json.status)).toEqual(['completed', 'completed']);
	});
});
