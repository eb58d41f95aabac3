import { itemsOf } from '../n8n/client';
import type { Execution, WorkflowFile } from '../n8n/shapes';
import { startChatModel, type ChatModel } from './chatModel';
import { useInstalled, version } from './installed';
import { line, locator, ours, rows, start, target, type LineNode } from './line';
import { begin, endedRuns, PATIENCE, post, run, until } from './runs';
import { FACE } from './workflows';

/*
 * Somebody waits for the output of a run, with jobs that take longer than its first looks: nobody is left with nothing,
 * and nothing is paid twice. All runs would be stored as early as possible.
 */

const { play } = useInstalled({ emulator: { jobMs: 16_000 } });
let model: ChatModel;
beforeAll(async () => {
	model = await startChatModel();
});
afterAll(async () => await model.close());

const isOldest = version?.startsWith('1.') === true;
let made = 0;

/** A swap of given faces, which stores its run after the first looks of ten seconds if it may. */
function swap(parameters: Record<string, unknown> = {}, rest: Record<string, unknown> = {}): LineNode {
	made += 1;
	return ours(
		'Swap',
		'faceSwap',
		play().credential,
		{
			whichFaces: 'provided',
			modifyImage: locator('url', `https://example.com/waits-${made}.png`),
			targetImage: JSON.stringify([FACE]),
			sourceImage: JSON.stringify([FACE]),
			downloadResult: false,
			...parameters,
			waitOptions: { storeAfter: 0, ...Object(parameters.waitOptions) },
		},
		rest,
	);
}
const jobsOf = (picture: number) =>
	play()
		.emulator.jobs.created()
		.filter(({ request }) => JSON.stringify(request).includes(`waits-${picture}.png`));

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
const respond = (name = 'Respond'): LineNode => ({
	name,
	type: 'n8n-nodes-base.respondToWebhook',
	typeVersion: 1.1,
	parameters: { respondWith: 'firstIncomingItem', options: {} },
});

/** Puts a workflow into production and calls it; gives the answer, with the number of its jobs. */
async function call(trigger: LineNode, nodes: LineNode[], path = String(Object(trigger.parameters).path)) {
	const stored = await play().client.createWorkflow(line([trigger, ...nodes]));
	await play().client.activate(stored);
	const answer = await post(`${play().server().baseUrl}/webhook/${path}`, {
		action: 'sendMessage',
		sessionId: 'a',
		chatInput: 'Hi',
	});
	return { stored, status: answer.status, text: await answer.text() };
}

describe('A caller on the line', () => {
	test('gets the result when the last node has ended', async () => {
		const node = swap();
		const picture = made;
		const { status, text } = await call(webhook('lastNode'), [node]);
		expect(status).toBe(200);
		expect(JSON.parse(text)).toMatchObject({ status: 'completed', id: jobsOf(picture)[0]?.id });
		expect(jobsOf(picture)).toHaveLength(1);
	});

	test('gets the answer of a node below', async () => {
		const { status, text } = await call(webhook('responseNode'), [swap(), respond()]);
		expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ status: 'completed' })]);
	});

	test('gets an answer that says so when the job fails', async () => {
		const node = swap();
		const picture = made;
		const answered = call(webhook('responseNode'), [node, respond()]);
		const job = await until('the job', () => jobsOf(picture)[0]);
		play().emulator.jobs.fail(job.id, 'no light');
		expect((await answered).status).toBe(500);
	});

	test('is told before anything is paid that calls of the service can not be waited for', async () => {
		const node = swap({ waitOptions: { waitUsing: 'callback' } });
		const picture = made;
		const { stored, status } = await call(webhook('lastNode'), [node]);
		const [execution] = await endedRuns(play(), stored, 1);
		expect(status).toBe(500);
		expect(execution?.data.resultData.error?.message).toContain('waits for its answer');
		expect(jobsOf(picture)).toEqual([]);
	});

	test.each([
		['at once', () => [webhook('onReceived'), swap()]],
		['by a node above', () => [webhook('responseNode'), respond(), swap()]],
	])('who was answered %s waits no more, and the run is stored', async (_when, nodes) => {
		const [trigger, ...others] = nodes();
		const { stored, status } = await call(trigger!, others);
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
async function called(nodes: LineNode[] = [swap()]): Promise<string> {
	const trigger: LineNode = {
		name: 'Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const stored = await play().client.createWorkflow(line([trigger, ...nodes]));
	// n8n 2 calls published workflows alone.
	if (!isOldest) await play().client.activate(stored);
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
		const node = swap();
		const picture = made;
		const execution = await run(play(), line([start, rows(3), caller(await called([node]), mode)]));
		expect(execution.status).toBe('success');
		const statuses = itemsOf(execution, 'Call').map(({ json }) => json.status);
		expect([statuses, jobsOf(picture).length]).toEqual([['completed', 'completed', 'completed'], 3]);
	});

	test('gets them also from one that a called one calls', async () => {
		const inner = await called();
		const outer = await called([caller(inner, 'each')]);
		const execution = await run(play(), line([start, rows(2), caller(outer, 'each')]));
		expect(itemsOf(execution, 'Call').map(({ json }) => json.status)).toEqual(['completed', 'completed']);
	});
});

describe.each(isOldest ? [2.2] : [2.2, 3.1])(
	'An agent of version %s with a workflow as its tool',
	(typeVersion) => {
		test('gets the answer of each of its calls', async () => {
			const node = swap();
			const picture = made;
			const workflowId = await called([node]);
			const call = { call: { query: 'swap' } };
			const said: string[] = [];
			model.script(call, (request) => {
				said.push(JSON.stringify(request.messages.at(-1)));
				return { text: `Done: ${said[0]}` };
			});
			const execution = await run(play(), await withTool(typeVersion, workflowId));
			expect(execution.status).toBe('success');
			expect(said[0]).toContain('completed');
			expect(itemsOf(execution, 'Agent')[0]?.json.output).toContain(jobsOf(picture)[0]?.id);
			expect(jobsOf(picture)).toHaveLength(1);
		});
	},
);

async function withTool(typeVersion: number, workflowId: string): Promise<WorkflowFile> {
	const data = { apiKey: 'none', url: model.baseUrl };
	const openAiApi = await play().client.createCredential('Scripted model', 'openAiApi', data);
	const agent: LineNode = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion,
		parameters: { promptType: 'define', text: 'Swap it', options: {} },
	};
	const helpers: LineNode[] = [
		{
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			credentials: { openAiApi },
			parameters: { model: locator('id', 'scripted'), options: { maxRetries: 0 } },
		},
		{
			name: 'Swapper',
			type: '@n8n/n8n-nodes-langchain.toolWorkflow',
			typeVersion: 2.2,
			parameters: {
				description: 'Swaps a face',
				workflowId: locator('id', workflowId),
				workflowInputs: { mappingMode: 'defineBelow', value: {} },
			},
		},
	];
	const { connections } = line([start, agent]);
	return {
		...line([start, agent, ...helpers]),
		connections: {
			...connections,
			Model: { ai_languageModel: [target('Agent', 'ai_languageModel')] },
			Swapper: { ai_tool: [target('Agent', 'ai_tool')] },
		},
	};
}

describe("n8n's time limit", () => {
	const started = new Map<string, Promise<{ execution: Execution; picture: number }>>();
	const cases = ['automatic', 'callback', 'polling'].flatMap((waitUsing) =>
		[100, 140].map((seconds) => ({ name: `${waitUsing}, ${seconds} s`, waitUsing, seconds })),
	);
	beforeAll(async () => {
		for (const { name, waitUsing, seconds } of cases) {
			const node = swap({ waitOptions: { waitUsing } });
			const picture = made;
			const workflow = line([start, node]);
			play().emulator.jobs.next({ status: 3, jobMs: 3_600_000 }, { times: 1 });
			const id = await begin(play(), {
				...workflow,
				settings: { executionOrder: 'v1', executionTimeout: seconds },
			});
			await until('the job', () => jobsOf(picture)[0]);
			const ended = play().client.waitForExecution(id, undefined, 240_000);
			started.set(
				name,
				ended.then((execution) => ({ execution, picture })),
			);
		}
	});

	test.each(cases)('ends no run before the node has told the ID ($name)', async ({ name }) => {
		const { execution, picture } = await started.get(name)!;
		expect(execution.status).toBe('error');
		const error = JSON.stringify(execution.data.resultData.error);
		expect(error).toContain(jobsOf(picture)[0]?.id);
		expect(error).toContain('raise Timeout Workflow');
	});
});
