import { z } from 'zod/v3';
import { readExamples, withCredential } from '../n8n/examples';
import type { Playground } from '../n8n/play';
import { ChatModel, type ModelRequest } from './chatModel';
import { useInstalled } from './installed';
import { fromModel, locator } from './line';
import { PATIENCE, publish } from './runs';
import { PACKAGE } from '../support/workflow';
import { providedSwap } from './workflows';

/*
 * Agents of n8n Agents. If a workflow is their tool, n8n cancels it after two minutes. A longer swap suspends its execution
 * before that, and the agent continues with the result, also after a restart.
 */

const model = new ChatModel();

async function workflowTool({ client, credential, emulator }: Playground) {
	const file = (await readExamples()).get('agent-swaps-and-waits');
	if (!file) throw new Error('There is no such example.');
	const stored = await publish({ client }, withCredential(file, credential));
	const tool = { type: 'workflow', workflowId: stored.id, workflow: stored.name, name: 'swap_faces' };
	const call = {
		video: `${emulator.mediaUrl}/clip.mp4`,
		stillFromTheVideo: `${emulator.mediaUrl}/people-1.png`,
		pictureOfTheNewFace: `${emulator.mediaUrl}/portrait-ada.png`,
	};
	return { tool, call, workflowId: stored.id };
}

/** The node itself as a tool that answers within three seconds. */
function nodeTool({ credential }: Playground) {
	const nodeParameters = {
		...providedSwap,
		modifyImage: locator('url', fromModel('photo')),
		waitOptions: { toolTimeout: 3 },
	};
	const node = {
		nodeType: `${PACKAGE}.faceSwapTool`,
		nodeTypeVersion: 1,
		nodeParameters,
		credentials: { mediaGenerationApi: credential },
	};
	return { type: 'node', name: 'swap_faces', description: 'Swap faces in image', node };
}

/** Makes an agent with the scripted model and a tool. Returns a function that sends to its chat and returns the events. */
async function makeAgent(play: Playground, tool: object) {
	const { session } = play.client;
	const { id: credential } = await model.credential(play);
	const named = z.object({ id: z.string() });
	const { id: projectId } = await session.call('GET', '/projects/personal', named);
	const agents = `/projects/${projectId}/agents/v2`;
	const { id } = await session.call('POST', `${agents}/`, named, { name: 'Media' });
	const configured = z.object({ config: z.record(z.unknown()), configHash: z.string().nullable() });
	const { config, configHash } = await session.call('GET', `${agents}/${id}/config`, configured);
	const own = { model: 'openai/scripted', credential, instructions: 'Swap faces.', tools: [tool] };
	const body = { baseConfigHash: configHash, config: { ...config, ...own } };
	await session.call('PUT', `${agents}/${id}/config`, z.unknown(), body);
	return async (path: string, sent: object): Promise<Array<Record<string, unknown>>> => {
		const answer = await session.raw('POST', `/rest${agents}/${id}${path}`, sent);
		const lines = (await answer.text()).split('\n').filter((each) => each.startsWith('data:'));
		return lines.map((each) => JSON.parse(each.slice(5)));
	};
}

const lastMessage = (request: ModelRequest | undefined) => JSON.stringify(request?.messages.at(-1));
const suspended = z.object({ payload: z.object({ runId: z.string(), toolCallId: z.string() }) });

describe('in n8n Agents,', () => {
	const { play } = useInstalled({ emulator: { jobMs: 3_600_000 } });

	test('an agent whose tool is a workflow is suspended with the execution, and continues with the result after a restart of n8n', async () => {
		const { client, emulator } = play();
		const { tool, call, workflowId } = await workflowTool(play());
		const send = await makeAgent(play(), tool);
		model.script({ calls: [call], tool: 'swap_faces' }, { text: 'So be it' });
		const events = await send('/chat', { message: 'Put Ada on the photo' });
		const [execution] = await client.executions({ workflowId });
		expect(execution).toMatchObject({ status: 'waiting' });
		const { payload } = suspended.parse(events.find(({ type }) => type === 'tool-call-suspended'));
		await play().restart();
		emulator.jobs.complete();
		await client.waitForExecution(String(execution?.id), undefined, PATIENCE);
		model.script({ text: 'Done' });
		// The button "Check for the result" of the preview sends this. A channel such as Slack sends it on its own.
		await send('/chat/resume', { ...payload, resumeData: { value: 'continue' } });
		const [job, ...others] = emulator.jobs.created();
		expect(others).toEqual([]);
		expect(lastMessage(model.requests.at(-1))).toMatch(new RegExp(`completed.*${job?.id}`));
	});

	test('an agent whose tool is the node gets an answer in time, and gets the same job when it calls again', async () => {
		const before = play().emulator.jobs.created().length;
		const send = await makeAgent(play(), nodeTool(play()));
		const call = { photo: 'https://example.com/agents-node.png' };
		const asking = { calls: [call], tool: 'swap_faces' };
		const requests = model.requests.length;
		model.script(asking, asking, { text: 'Later' });
		await send('/chat', { message: 'Put Ada on the photo' });
		const [job, ...others] = play().emulator.jobs.created().slice(before);
		expect(others).toEqual([]);
		const [, first, second] = model.requests.slice(requests).map(lastMessage);
		expect(first).toMatch(new RegExp(`${job?.id}.*processing.*gets a face swap`));
		expect(second).toMatch(new RegExp(`${job?.id}.*processing.*duplicate`));
	});
});
