import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { calledTrigger, line, locator, rows, start, webhook, type LineNode } from './line';
import { PATIENCE, post, publish, run, until } from './runs';
import { swapOn } from './workflows';

/* Someone waits for the output of a run. Every job outlasts the first polls, and then a run may be suspended. */

const { play } = useInstalled({ emulator: { jobMs: 16_000 } });
const swap = () => swapOn(play());
let made = 0;

const hook = (responseMode: string) => webhook(`caller-${++made}`, { responseMode, options: {} });
/** A chat of a page elsewhere. Its address ends in `/chat`, and answers 404 unless it is public. */
const chat = (): LineNode => ({
	name: 'Chat',
	type: '@n8n/n8n-nodes-langchain.chatTrigger',
	typeVersion: 1.1,
	webhookId: `chat-${++made}`,
	parameters: { public: true, mode: 'webhook', options: { responseMode: 'lastNode' } },
});
const respond: LineNode = {
	name: 'Respond',
	type: 'n8n-nodes-base.respondToWebhook',
	typeVersion: 1.1,
	parameters: { respondWith: 'firstIncomingItem', options: {} },
};

/** Publishes a workflow and calls it. Returns the answer, and whether the run was suspended before the answer. */
async function call(trigger: LineNode, ...nodes: LineNode[]) {
	const stored = await publish(play(), line([trigger, ...nodes]));
	const path = trigger.name === 'Chat' ? `${String(trigger.webhookId)}/chat` : trigger.webhookId;
	const message = { action: 'sendMessage', sessionId: 'a', chatInput: 'Hi' };
	let answer: Response | undefined;
	const answered = post(`${play().server().baseUrl}/webhook/${path}`, message).then((given) => {
		answer = given;
	});
	let wasSuspended = false;
	await until('the answer', async () => {
		const found = await play().client.executions({ workflowId: stored.id });
		if (!answer && found.some(({ status }) => status === 'waiting')) wasSuspended = true;
		return answer;
	});
	await answered;
	return { stored, status: answer!.status, text: await answer!.text(), wasSuspended };
}

describe('Someone waits for the answer:', () => {
	test.each([
		['the caller of a webhook gets the result of the last node', () => [hook('lastNode')], []],
		['the caller of a chat gets the result of the last node', () => [chat()], []],
		['the caller of a webhook gets the answer of a later node', () => [hook('responseNode')], [respond]],
	])('%s', async (_what, trigger, below) => {
		const { node, jobs } = swap();
		const { status, text, wasSuspended } = await call(trigger()[0]!, node, ...below);
		expect([status, wasSuspended]).toEqual([200, false]);
		expect(JSON.parse(text)).toMatchObject({ status: 'completed', id: jobs()[0]?.id });
		expect(jobs()).toHaveLength(1);
	});

	test('if an earlier node has answered the caller, the run is suspended', async () => {
		const { stored, status } = await call(hook('responseNode'), respond, swap().node);
		expect(status).toBe(200);
		const [found] = await play().client.executions({ workflowId: stored.id });
		await play().client.waitForExecution(found!.id, ['waiting'], PATIENCE);
		play().emulator.jobs.complete();
		const execution = await play().client.waitForExecution(found!.id, undefined, PATIENCE);
		expect(itemsOf(execution, 'Swap')[0]?.json).toMatchObject({ status: 'completed' });
	});
});

const called = async (node: LineNode) => (await publish(play(), line([calledTrigger, node]))).id;
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

test('a workflow that calls a workflow per item, which calls a third workflow, gets all results', async () => {
	const { node, jobs } = swap();
	const outer = await called(caller(await called(node), 'once'));
	const execution = await run(play(), line([start, rows(3), caller(outer, 'each')]));
	expect(execution.status).toBe('success');
	const statuses = itemsOf(execution, 'Call').map(({ json }) => json.status);
	expect([statuses, jobs().length]).toEqual([['completed', 'completed', 'completed'], 3]);
});
