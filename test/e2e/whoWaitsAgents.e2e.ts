import { itemsOf } from '../n8n/client';
import type { WorkflowFile } from '../n8n/shapes';
import { startChatModel, type ChatModel, type ModelRequest } from './chatModel';
import { useInstalled } from './installed';
import { line, locator, start, target, type LineNode } from './line';
import { run } from './runs';
import { calledTrigger, swapOn } from './swaps';

/*
 * An agent waits for its tools, with jobs that take longer than the first looks: each call gets the answer of its own job,
 * and the agent puts out what it says itself.
 */

const { play } = useInstalled({ emulator: { jobMs: 16_000 } });
let model: ChatModel;
beforeAll(async () => {
	model = await startChatModel();
});
afterAll(async () => await model.close());

const AGENTS = [2.2, 3.1];

/** A workflow as a tool, which swaps the picture that it is asked for. */
async function workflowTool(): Promise<LineNode> {
	const { node } = swapOn(play(), { modifyImage: locator('url', '={{ $json.query }}') });
	const stored = await play().client.createWorkflow(line([calledTrigger, node]));
	// n8n calls published workflows only.
	await play().client.activate(stored);
	return {
		name: 'Tool',
		type: '@n8n/n8n-nodes-langchain.toolWorkflow',
		typeVersion: 2.2,
		parameters: {
			description: 'Swaps a face',
			workflowId: locator('id', stored.id),
			workflowInputs: { mappingMode: 'defineBelow', value: {} },
		},
	};
}

/** The node itself as a tool. */
async function nodeTool(): Promise<LineNode> {
	const photo = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('input', `Address`, 'string') }}";
	const { node } = swapOn(play(), { modifyImage: locator('url', photo) });
	return { ...node, name: 'Tool', type: `${node.type}Tool` };
}

async function agentWith(typeVersion: number, tool: LineNode): Promise<WorkflowFile> {
	const data = { apiKey: 'none', url: model.baseUrl };
	const openAiApi = await play().client.createCredential('Scripted model', 'openAiApi', data);
	const agent: LineNode = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion,
		parameters: { promptType: 'define', text: 'Swap it', options: {} },
	};
	const chatModel: LineNode = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		credentials: { openAiApi },
		parameters: { model: locator('id', 'scripted'), options: { maxRetries: 0 } },
	};
	const { connections } = line([start, agent]);
	return {
		...line([start, agent, chatModel, tool]),
		connections: {
			...connections,
			Model: { ai_languageModel: [target('Agent', 'ai_languageModel')] },
			Tool: { ai_tool: [target('Agent', 'ai_tool')] },
		},
	};
}

/** What the agent hands to the model as the answers of its tool, in the order of the calls. */
const answersIn = ({ messages }: ModelRequest) =>
	messages
		.filter(({ role }) => role === 'tool')
		.map((message) => JSON.stringify(message))
		.sort((a, b) => (callOf(a) < callOf(b) ? -1 : 1));
const callOf = (answer: string) => /call_\d+_\d+/.exec(answer)?.[0] ?? '';

let made = 0;
const tools = [
	['a workflow', workflowTool],
	['the node itself', nodeTool],
] as const;
const cases = AGENTS.flatMap((typeVersion) => tools.map(([what, tool]) => ({ typeVersion, what, tool })));

describe.each(cases)('An agent of version $typeVersion with $what as its tool', ({ typeVersion, tool }) => {
	test.each([1, 2])('gets the answer of each of its calls, of which a turn has %i', async (count) => {
		const before = play().emulator.jobs.created().length;
		const photos = Array.from({ length: count }, () => `https://example.com/asked-${++made}.png`);
		let answers: string[] = [];
		model.script({ calls: photos.map((input) => ({ input })) }, (request) => {
			answers = answersIn(request);
			return { text: 'All is done' };
		});
		const execution = await run(play(), await agentWith(typeVersion, await tool()));
		expect(execution.status).toBe('success');
		const jobs = play().emulator.jobs.created().slice(before);
		expect(jobs.map(({ request }) => request.modifyImage).sort()).toEqual(photos);
		expect(answers).toHaveLength(count);
		photos.forEach((photo, index) => {
			expect(answers[index]).toContain('completed');
			expect(answers[index]).toContain(jobs.find(({ request }) => request.modifyImage === photo)?.id);
		});
		expect(itemsOf(execution, 'Agent').map(({ json }) => json)).toEqual([{ output: 'All is done' }]);
	});
});
