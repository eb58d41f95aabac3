import { randomUUID } from 'node:crypto';
import { NodeConnectionTypes, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { setUp } from '../support/bench';
import { node } from '../support/engine';
import { clock } from '../support/clock';
import { AGENT, MCP_TRIGGER, toolsOf } from '../support/tools';
import { tableOf } from '../support/table';
import { swapParameters } from '../support/workflow';

/*
 * A model that knows the descriptions of its tools and their answers, and nothing else, follows `next` over MCP
 * and under an AI Agent. Each situation ends well or at a person, no job is paid in vain or lost, and no answer holds a secret.
 */

const types = ['faceSwap', 'imageGeneration', 'avatarVideo', 'videoTranslation', 'liveAvatar'];
const bench = setUp({ jobMs: [10, 60] }, { nodeTypes: toolsOf(...types) });

const given = (name: string) => `={{ $fromAI('${name}') }}`;
const url = (name: string) => ({ __rl: true, mode: 'url', value: given(name) });
const id = { __rl: true, mode: 'id', value: given('id') };
const tool = (name: string, type: string, resource: string, operation: string, more: INodeParameters = {}) =>
	node(name, `${type}Tool`, { resource, operation, ...more });
const reader = (type: string, resource: string) =>
	tool(`get_${resource}`, type, resource, 'get', {
		...{ waitForCompletion: true, [resource === 'session' ? 'sessionId' : 'recordId']: id },
	});
const swap = (name: string, more: INodeParameters = {}) =>
	node(name, 'faceSwapTool', swapParameters({ modifyImage: url('photo'), ...more }));
const faces = { sourcePicture: url('face') };

const tools = [
	swap('swap'),
	swap('swap_later', { waitForCompletion: false }),
	swap('swap_by_key', { options: { idempotencyKey: given('key') } }),
	swap('swap_one', { ...faces, whichFaces: 'oneForAll' }),
	swap('swap_in_order', { ...faces, whichFaces: 'inOrder' }),
	tool('age', 'faceSwap', 'reage', 'reageImage', { modifyImage: url('photo'), faceReage: given('years') }),
	tool('any', 'faceSwap', 'reage', given('operation'), {
		...{ modifyImage: url('photo'), faceReage: 5, waitForCompletion: false },
	}),
	tool('cancel', 'faceSwap', 'job', 'cancel', { jobIds: given('id') }),
	tool('draw', 'imageGeneration', 'image', 'generate', { prompt: given('prompt'), scale: given('scale') }),
	tool('enlarge', 'imageGeneration', 'image', 'upscale', { recordId: id, imageNumber: given('number') }),
	tool('film', 'avatarVideo', 'talkingAvatar', 'create', {
		...{ avatarId: given('avatar'), sound: 'text', inputText: 'Hello', voiceId: given('voice') },
	}),
	tool('translate', 'videoTranslation', 'translation', 'create', {
		...{ video: url('video'), sourceLanguage: 'en', language: given('language') },
	}),
	tool('open', 'liveAvatar', 'session', 'create', { avatarId: given('avatar') }),
	tool('close', 'liveAvatar', 'session', 'close', { sessionId: id }),
	tool('ask', 'liveAvatar', 'chat', 'sendMessage', { question: 'Hello', sessionId: given('id') }),
	...[reader('faceSwap', 'job'), reader('imageGeneration', 'image'), reader('avatarVideo', 'video')],
	...[reader('avatarVideo', 'voice'), reader('videoTranslation', 'translation')],
	reader('liveAvatar', 'session'),
];
const ai_tool = [[{ node: 'Caller', type: NodeConnectionTypes.AiTool, index: 0 }]];
const connections = Object.fromEntries(tools.map(({ name }) => [name, { ai_tool }]));
let caller = MCP_TRIGGER;
const print = (...cells: unknown[]) => process.env.MESSAGES && process.stdout.write(`${cells.join(' | ')}\n`);

let answers: IDataObject[] = [];
const tokens = new Set<string>();
async function call(name: string, args: IDataObject): Promise<IDataObject> {
	const input = [{ tool: name, ...args }];
	const workflow = { nodes: [node('Caller', caller), ...tools], connections };
	const answer = (await bench.engine.run(workflow, { input, mode: 'webhook' })).json('Caller')[0] ?? {};
	answers.push(answer);
	tokens.add(String(bench.engine.readCredential().accessToken));
	return { ...answer, ...Object(answer.details) };
}

/** What it does until the task ends or a person has to help. */
async function work(name: string, args: IDataObject): Promise<string> {
	const readers = (await call('list', {})).tools as Array<{ name: string; description: string }>;
	let turn = { name, args };
	for (let turns = 0; turns < 6; turns++) {
		const { next, resource, id, argument, suggestion, ...answer } = await call(turn.name, turn.args);
		clock.time += 60_000;
		if (next === undefined) return String(answer.status ?? 'done');
		if (next === 'readJob') {
			const reads = readers.filter(({ description }) => description.includes('readJob'));
			const get = reads.find((each) => each.name.includes(String(resource)));
			turn = { name: get?.name ?? 'none', args: { id } };
		} else if (next === 'changeField' && argument !== undefined && suggestion !== undefined) {
			turn.args = { ...turn.args, [String(argument)]: String(suggestion) };
		} else if (next !== 'runAgain' && next !== 'runAgainLater') {
			return `person: ${String(next)}${argument === undefined ? '' : ` ${String(argument)}`}`;
		}
	}
	return 'person: gave up';
}

const filled = (args: Record<string, string>) => {
	const fill = (value: string) => (/\.(png|mp4)$/.test(value) ? bench.media(value) : value);
	const made = () => `http://127.0.0.1:9/${randomUUID()}.png`;
	const all = Object.entries(args).map(([name, value]) => [name, value === 'new' ? made() : fill(value)]);
	return Object.fromEntries(all);
};
const table = tableOf(__dirname, 'situations.txt');

test.each(table)('%s: %s, %s paid', async (what, end = '', paid, name = '', given = '', service = '{}') => {
	const args = JSON.parse(given);
	const { to, ...event } = JSON.parse(service);
	const fault = { kind: 'code', times: Infinity, ...event, match: { path: to } } as const;
	for (caller of [MCP_TRIGGER, AGENT]) {
		const sessionId =
			args.id === 'closed' ? String((await call('open', { avatar: 'Ada_1080P_back' })).id) : undefined;
		if (sessionId !== undefined) await call('close', { id: sessionId });
		answers = [];
		const before = bench.created.length;
		if (to) bench.emulator.faults.add(fault);
		else if (event.status) bench.emulator.jobs.next(event);
		expect(await work(name, { ...filled(args), ...(sessionId && { id: sessionId }) })).toBe(end);
		const made = bench.created.slice(before);
		expect(made).toHaveLength(Number(paid));
		const said = JSON.stringify(answers);
		for (const { id } of made) if (!end.includes('askService')) expect(said).toContain(id);
		expect(said).not.toMatch(/emulator-secret|Bearer|wss?:|token=|[?&]resume/i);
		for (const token of tokens) if (token.length > 8) expect(said).not.toContain(token);
		bench.emulator.faults.clear();
		print(what, caller === AGENT ? 'AI Agent' : 'MCP', end, paid, JSON.stringify(answers.slice(1)).length);
	}
});
