import { text } from 'node:stream/consumers';
import { itemsOf } from '../n8n/client';
import { readExamples } from '../n8n/examples';
import { ChatModel } from './chatModel';
import { useInstalled } from './installed';
import { request } from '../n8n/request';
import { OddHost } from '../support/oddHost';
import { begin, PATIENCE, until } from './runs';

/* The example of an agent whose tool asks a person first. The model is a script, and the messenger a server here. */

const { play } = useInstalled({ emulator: { jobMs: 1000 } });
const messages: string[] = [];
const messenger = new OddHost();
messenger.answer = async (incoming, outgoing) => {
	messages.push(await text(incoming));
	outgoing.setHeader('content-type', 'application/json');
	outgoing.end(JSON.stringify({ ok: true, result: { message_id: messages.length } }));
};
const model = new ChatModel();

const TRIGGER = 'When Someone Writes';

/** The example with a start by hand, the scripted model and the messenger. */
async function example() {
	const file = (await readExamples()).get('agent-asks-before-it-pays');
	if (!file) throw new Error('There is no such example.');
	const { client, credential } = play();
	const bot = { accessToken: '1:bot', baseUrl: messenger.url };
	const telegramApi = await client.createCredential('Bot', 'telegramApi', bot);
	const openAiApi = await model.credential(play());
	const changes: Record<string, object> = {
		[TRIGGER]: { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		'Ask a Person': { credentials: { telegramApi } },
		'Chat Model': { credentials: { openAiApi } },
		'Swap Faces': { credentials: { mediaGenerationApi: credential } },
	};
	const more: Record<string, object> = {
		Agent: { promptType: 'define', text: 'Put Ada on the photo' },
		'Ask a Person': { chatId: '7' },
		'Chat Model': { model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } },
	};
	const nodes = file.nodes.map((node) => ({
		...node,
		disabled: false,
		parameters: { ...node.parameters, ...more[node.name] },
		...changes[node.name],
	}));
	return { ...file, nodes };
}

const media = (name: string) => `${play().emulator.mediaUrl}/${name}`;

test.each([
	['an approved call makes one job, and the agent gets the result', true, 1, 'completed'],
	['a declined call makes no job, and the agent learns that a person declined it', false, 0, 'rejected'],
])('%s', async (_what, isApproved, jobs, told) => {
	const { length } = play().emulator.jobs.created();
	const toolParameters = { photo: media('people-1.png'), face: media('portrait-ada.png') };
	model.script({ calls: [{ toolParameters, hitlParameters: {} }] }, ({ messages: all }) => ({
		text: JSON.stringify(all.at(-1)),
	}));
	const before = messages.length;
	const id = await begin(play(), await example(), TRIGGER);
	const asked = await until('a question to a person', () => messages[before]);
	expect(asked).toContain('A face swap is about to be paid');
	expect(asked).toContain(media('people-1.png'));
	await play().client.waitForExecution(id, ['waiting'], PATIENCE);
	expect(play().emulator.jobs.created()).toHaveLength(length);
	const [answer] = new RegExp(`http[^"]+approved=${isApproved}[^"\\\\]*`).exec(asked) ?? [''];
	// n8n accepts no decision from a browser that looks like a robot.
	await request(answer, {
		headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' },
	});
	const execution = await play().client.waitForExecution(id, undefined, PATIENCE);
	expect(execution.status).toBe('success');
	expect(String(itemsOf(execution, 'Agent')[0]?.json.output)).toContain(told);
	expect(play().emulator.jobs.created()).toHaveLength(length + jobs);
});
