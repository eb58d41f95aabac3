import { randomUUID } from 'node:crypto';
import { NodeConnectionTypes, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { setUp, type Bench } from '../support/bench';
import { node } from '../support/engine';
import { clock } from '../support/clock';
import { AGENT, MCP_TRIGGER, toolsOf } from '../support/tools';
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

/** What happens at the service: a fault of a request, or the outcome of the job. */
type Event =
	| Parameters<Bench['emulator']['faults']['add']>[0]
	| { status: number; reason?: string; jobMs?: number };
const at = (path = 'specifyimage') => ({ match: { path } });
const create = (code: number, times = Infinity, path?: string): Event => ({
	kind: 'code',
	code,
	times,
	...at(path),
});
const lost = (kind: 'reset' | 'afterTakenReset' | 'timeout', path?: string): Event => ({ kind, ...at(path) });

/** Each "new" address is used once. Other files are those of the emulator. */
const filled = (args: Record<string, string>) => {
	const fill = (value: string) => (/\.(png|mp4)$/.test(value) ? bench.media(value) : value);
	const made = () => `http://127.0.0.1:9/${randomUUID()}.png`;
	const all = Object.entries(args).map(([name, value]) => [name, value === 'new' ? made() : fill(value)]);
	return Object.fromEntries(all);
};
const PHOTO = { photo: 'new' };
const GROUP = { photo: 'people-2.png', face: 'portrait-ada.png' };
const ADA = { avatar: 'Ada_1080P_back', voice: 'Amy' };
const CLIP = { video: 'clip.mp4', language: 'fr' };

test.each<[what: string, end: string, paid: number, tool: string, args: Record<string, string>, Event?]>([
	['a photo', 'completed', 1, 'swap', PHOTO],
	['a job of four minutes', 'completed', 1, 'swap', PHOTO, { status: 3, jobMs: 240_000 }],
	['a tool that does not wait', 'completed', 1, 'swap_later', PHOTO],
	['an operation of the model', 'completed', 1, 'any', { operation: 'reageImage', photo: 'people-1.png' }],
	['an empty Idempotency Key', 'completed', 1, 'swap_by_key', { ...PHOTO, key: '' }],
	['a job that fails', 'person: changeFile', 1, 'swap', PHOTO, { status: 4, reason: 'Too dark' }],
	['a doomed prompt', 'person: changeField prompt', 1, 'draw', { prompt: 'doomed', scale: '1:1' }],
	['an empty prompt', 'person: changeField prompt', 0, 'draw', { prompt: '', scale: '1:1' }],
	['a shape that is none', 'person: changeField scale', 0, 'draw', { prompt: 'a', scale: 'square' }],
	['a number too high of nothing', 'person: changeField id', 0, 'enlarge', { id: 'nobody', number: '9' }],
	['a photo that is no address', 'person: changeField photo', 0, 'swap', { photo: 'my holiday' }],
	['a photo that is a video', 'person: changeFile photo', 0, 'swap', { photo: 'clip.mp4' }],
	['one face for a group', 'completed', 1, 'swap_one', GROUP],
	['one face for each of a group', 'person: changeField', 0, 'swap_in_order', GROUP],
	['nobody', 'person: changeFile photo', 0, 'swap_one', { ...GROUP, photo: 'people-0.png' }],
	['99 years', 'completed', 1, 'age', { photo: 'people-1.png', years: '99' }],
	['no credits', 'person: addCredits', 0, 'swap', PHOTO, create(1006)],
	['content of another account', 'person: fixCredential', 0, 'swap', PHOTO, create(1009)],
	['revoked keys', 'person: fixCredential', 0, 'swap', PHOTO, create(1101, Infinity, '/api/')],
	['a service that is busy once', 'completed', 1, 'swap', PHOTO, create(1005, 1)],
	['a service that stays busy', 'person: gave up', 0, 'swap', PHOTO, create(1005)],
	['a create that breaks off', 'person: askService', 0, 'swap', PHOTO, lost('reset')],
	['a create in doubt', 'person: askService', 1, 'swap', PHOTO, lost('afterTakenReset')],
	['a read without an answer', 'completed', 1, 'swap', PHOTO, lost('timeout', 'listbyids')],
	['an unknown avatar', 'person: changeField avatar', 0, 'film', { ...ADA, avatar: 'Nobody' }],
	['an unknown voice', 'person: changeField voice', 0, 'film', { ...ADA, voice: 'Nobody' }],
	['an unknown language', 'person: changeField language', 0, 'translate', { ...CLIP, language: 'Klingon' }],
	['a silent video', 'person: changeFile', 0, 'translate', CLIP, create(1203, Infinity, 'createbytranslate')],
	['a job that is unknown', 'person: changeField id', 0, 'get_job', { id: 'nobody' }],
	['a cancel by the wrong ID', 'person: changeField id', 0, 'cancel', { id: 'nobody' }],
	['a session', 'streaming', 0, 'open', ADA],
	['a chat in no session', 'person: changeField id', 0, 'ask', { id: 'nobody' }],
	['a chat in a closed session', 'person: changeField id', 0, 'ask', { id: 'closed' }],
])('%s: %s, %i paid', async (...[what, end, paid, name, args, event]) => {
	for (caller of [MCP_TRIGGER, AGENT]) {
		const sessionId = args.id === 'closed' ? String((await call('open', ADA)).id) : undefined;
		if (sessionId !== undefined) await call('close', { id: sessionId });
		answers = [];
		const before = bench.created.length;
		if (event && 'kind' in event) bench.emulator.faults.add(event);
		else if (event) bench.emulator.jobs.next(event);
		expect(await work(name, { ...filled(args), ...(sessionId && { id: sessionId }) })).toBe(end);
		const made = bench.created.slice(before);
		expect(made).toHaveLength(paid);
		const said = JSON.stringify(answers);
		for (const { id } of made) if (!end.includes('askService')) expect(said).toContain(id);
		expect(said).not.toMatch(/emulator-secret|Bearer|wss?:|token=|[?&]resume/i);
		for (const token of tokens) if (token.length > 8) expect(said).not.toContain(token);
		bench.emulator.faults.clear();
		print(what, caller === AGENT ? 'AI Agent' : 'MCP', end, paid, JSON.stringify(answers.slice(1)).length);
	}
});
