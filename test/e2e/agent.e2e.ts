import { itemsOf } from '../n8n/client';
import { startChatModel, type ChatModel, type ModelRequest } from './chatModel';
import { useInstalled } from './installed';
import { line, locator, ours, start, target } from './line';
import { run } from './runs';

/* An agent of n8n that uses Face Swap as its tool; the model behind it is a script. */

const { play } = useInstalled({ emulator: { jobMs: 1000 } });
let model: ChatModel;
beforeAll(async () => {
	model = await startChatModel();
});
afterAll(async () => await model.close());

const AGENTS = [2.2, 3.1];
const media = (name: string) => `${play().emulator.mediaUrl}/${name}`;
const fromModel = (key: string, description: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, 'string') }}`;

/** Start -> agent, with the scripted model and a swap as its tool. */
async function agent(typeVersion: number, settings: Record<string, unknown> = {}, options: object = {}) {
	const data = { apiKey: 'none', url: model.baseUrl };
	const openAiApi = await play().client.createCredential('Scripted model', 'openAiApi', data);
	const nodes = [
		start,
		{
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion,
			parameters: { promptType: 'define', text: 'Put Ada on the photo', options: {} },
		},
	];
	const helpers = [
		{
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			credentials: { openAiApi },
			parameters: { model: locator('id', 'scripted'), options: { maxRetries: 0 } },
		},
		ours(
			'Swap Faces',
			'faceSwapTool',
			play().credential,
			{
				modifyImage: locator('url', fromModel('photo', 'Address of the photo')),
				sourcePicture: locator('url', fromModel('face', 'Address of the new face')),
				options,
			},
			settings,
		),
	];
	const { connections } = line(nodes);
	return {
		...line([...nodes, ...helpers]),
		connections: {
			...connections,
			Model: { ai_languageModel: [target('Agent', 'ai_languageModel')] },
			'Swap Faces': { ai_tool: [target('Agent', 'ai_tool')] },
		},
	};
}
const lastMessage = (request: ModelRequest | undefined) => JSON.stringify(request?.messages.at(-1));

describe.each(AGENTS)('an agent of version %s', (typeVersion) => {
	test('swaps a face, and reads the result', async () => {
		const before = play().emulator.jobs.created().length;
		const call = { photo: media('people-1.png'), face: media('portrait-ada.png') };
		model.script({ call }, (request) => ({ text: `Done: ${lastMessage(request)}` }));
		const execution = await run(play(), await agent(typeVersion));
		expect(execution.status).toBe('success');
		const [job, ...others] = play().emulator.jobs.created().slice(before);
		expect(others).toEqual([]);
		expect(job?.request).toMatchObject({ modifyImage: call.photo });
		const [item] = itemsOf(execution, 'Agent');
		expect(item?.json.output).toContain(job?.id);
		expect(item?.json.output).toContain('completed');
		expect(item?.json.output).toContain(job?.resultUrls[0]);
	});

	/** Lets the agent swap a picture without a face; gives what the agent was told. */
	async function refused(rest: Record<string, unknown>): Promise<unknown> {
		const before = play().emulator.jobs.created().length;
		const call = { photo: media('blank.png'), face: media('portrait-ada.png') };
		model.script({ call }, (request) => ({ text: `Sorry: ${lastMessage(request)}` }));
		const execution = await run(play(), await agent(typeVersion, rest));
		expect(execution.status).toBe('success');
		expect(play().emulator.jobs.created()).toHaveLength(before);
		return itemsOf(execution, 'Agent')[0]?.json.output;
	}

	// An earlier agent hands the model nothing of an error that a tool throws.
	test('is told what was wrong, in words that it can act on', async () => {
		expect(await refused({})).toMatch(/No face was found/);
	});

	test('is told what was wrong when the tool is to continue on failures', async () => {
		expect(await refused({ onError: 'continueRegularOutput' })).toMatch(/No face was found/);
	});

	test('uses the tool twice, once for each of two photos', async () => {
		const before = play().emulator.jobs.created().length;
		const call = (photo: string) => ({ call: { photo: media(photo), face: media('portrait-ada.png') } });
		model.script(call('people-1.png'), call('photo.jpg'), { text: 'Both are done' });
		const execution = await run(play(), await agent(typeVersion));
		expect(execution.status).toBe('success');
		const jobs = play().emulator.jobs.created().slice(before);
		expect(jobs.map(({ request }) => request.modifyImage)).toEqual([
			media('people-1.png'),
			media('photo.jpg'),
		]);
	});

	test('gets one job for the same call made twice, and no more jobs than are allowed', async () => {
		const before = play().emulator.jobs.created().length;
		const call = (photo: string) => ({ call: { photo: media(photo), face: media('portrait-ada.png') } });
		const said: Array<string | undefined> = [];
		model.script(
			call('people-1.png'),
			call('people-1.png'),
			(request) => {
				said.push(lastMessage(request));
				return call('photo.jpg');
			},
			(request) => {
				said.push(lastMessage(request));
				return { text: 'That is all' };
			},
		);
		const execution = await run(play(), await agent(typeVersion, {}, { maxJobs: 1 }));
		expect(execution.status).toBe('success');
		const jobs = play().emulator.jobs.created().slice(before);
		expect(jobs).toHaveLength(1);
		expect(said[0]).toContain(jobs[0]?.id);
		expect(said[0]).toContain('duplicate');
		expect(said[1]).toContain('would make 1 job, after 1 in this execution, and At Most (Jobs) allows 1');
	});
});
