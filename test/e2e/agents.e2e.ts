import { itemsOf } from '../n8n/client';
import { ChatModel, type ModelRequest } from './chatModel';
import { useInstalled } from './installed';
import { calledTrigger, fromModel, line, locator, start, target, type LineNode } from './line';
import { publish, run } from './runs';
import { swapOn } from './workflows';

/* An AI Agent waits for its tools, also when a job outlasts the first polls. */

const { play } = useInstalled({ emulator: { jobMs: 16_000 } });
const model = new ChatModel();

/** A workflow as a tool, which swaps the picture that the agent names. */
async function workflowTool(): Promise<LineNode> {
	const { node } = swapOn(play(), { modifyImage: locator('url', '={{ $json.query }}') });
	const stored = await publish(play(), line([calledTrigger, node]));
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

function nodeTool(): LineNode {
	const { node } = swapOn(play(), { modifyImage: locator('url', fromModel('input')) });
	return { ...node, name: 'Tool', type: `${node.type}Tool` };
}

async function runAgent(typeVersion: number, tool: LineNode) {
	const openAiApi = await model.credential(play());
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
	const connections = {
		Agent: {},
		Model: { ai_languageModel: [target('Agent', 'ai_languageModel')] },
		Tool: { ai_tool: [target('Agent', 'ai_tool')] },
	};
	const execution = await run(play(), line([start, agent, chatModel, tool], connections));
	expect(execution.status).toBe('success');
	return itemsOf(execution, 'Agent').map(({ json }) => json.output);
}

/** The tool's answers that the agent passes to the model, in the order of the calls. */
const answersIn = ({ messages }: ModelRequest) =>
	messages
		.filter(({ role }) => role === 'tool')
		.map((message) => JSON.stringify(message))
		.sort((a, b) => (callOf(a) < callOf(b) ? -1 : 1));
const callOf = (answer: string) => /call_\d+_\d+/.exec(answer)?.[0] ?? '';

let asked = 0;
const AGENTS = [2.2, 3.1];
const cases = AGENTS.flatMap((typeVersion) =>
	[
		{ what: 'a workflow', tool: workflowTool },
		{ what: 'the node itself', tool: nodeTool },
	].map((each) => ({ typeVersion, ...each })),
);

test.each(cases)(
	'an agent of version $typeVersion with $what as its tool gets the answers of two calls in one turn',
	async ({ typeVersion, tool }) => {
		const before = play().emulator.jobs.created().length;
		const photos = [1, 2].map(() => `https://example.com/asked-${++asked}.png`);
		model.script({ calls: photos.map((input) => ({ input })) }, { text: 'All is done' });
		expect(await runAgent(typeVersion, await tool())).toEqual(['All is done']);
		const jobs = play().emulator.jobs.created().slice(before);
		expect(jobs.map(({ request }) => request.modifyImage).sort()).toEqual(photos);
		const answers = answersIn(model.requests.at(-1)!);
		expect(answers).toHaveLength(2);
		photos.forEach((photo, index) => {
			expect(answers[index]).toContain('completed');
			expect(answers[index]).toContain(jobs.find(({ request }) => request.modifyImage === photo)?.id);
		});
	},
);
