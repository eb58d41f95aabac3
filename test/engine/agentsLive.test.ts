import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import '../support/fastClock';
import { defaultLiveBehaviour } from '../emulator/live/behaviour';
import type { ChatLogEntry } from '../emulator/live/rooms';
import { byId } from '../support/bench';
import { setUp } from '../support/setUp';
import { clock } from '../support/clock';
import { calledBy, callInAgents, MCP_TRIGGER, toolsOf } from '../support/tools';
import { until } from '../support/until';

/* A live avatar as a tool. It answers in time, opens no second session for a repeated call, and forgets no session. */

const TOOL = 'liveAvatarTool';
const bench = setUp({}, { nodeTypes: toolsOf('liveAvatar') });
const callsTo = (action: string) => bench.emulator.requestsTo(`/liveAvatar/session/${action}`);
/** Sessions stay open from test to test, so each test has its own reference. */
let reference = '';
beforeEach(() => {
	reference = randomUUID();
	Object.assign(bench.emulator.live, { ...defaultLiveBehaviour, startMs: 3_600_000, maxOpen: 500 });
});

const create = (): INodeParameters => ({
	...{ resource: 'session', operation: 'create', avatarId: 'Ada_1080P_back', options: { reference } },
});
const named = (operation: string, id: unknown, more: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'session', operation, sessionId: byId(String(id)) },
	...more,
});
const say = (id: unknown, more: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'chat', operation: 'sendMessage', question: 'Hello', sessionId: String(id) },
	...more,
});

const call = async (caller: string, parameters: INodeParameters): Promise<IDataObject> => {
	const result = await bench.engine.run(calledBy(caller, parameters, TOOL), { mode: 'webhook' });
	return result.json('Caller')[0] ?? {};
};
const viaMcp = async (parameters: INodeParameters) => await call(MCP_TRIGGER, parameters);
const viaAgents = async (parameters: INodeParameters) =>
	await callInAgents(bench.engine, parameters, {}, TOOL);

/** Asks in real time until the chat has this entry. A hurried clock leaves a busy machine no time to connect. */
async function talk(ask: () => Promise<IDataObject>, isNoted: (entry: ChatLogEntry) => boolean) {
	const { length } = bench.emulator.rooms.log;
	clock.isPaced = true;
	const answer = ask();
	let ended = false;
	void answer.finally(() => (ended = true));
	await until(() => ended || bench.emulator.rooms.log.slice(length).some(isNoted));
	clock.isPaced = false;
	return await answer;
}

describe.each([
	['an MCP trigger', viaMcp],
	['n8n Agents', viaAgents],
])('under %s', (_caller, ask) => {
	test('a session that does not stream in time is returned with its ID and the next calls', async () => {
		const answer = await ask(create());
		expect(answer).toEqual({
			status: 'processing',
			id: expect.any(String),
			kind: 'liveAvatarSession',
			reference,
			...{ next: 'readJob', resource: 'session' },
			description:
				'The session costs credits until you call the tool that closes it with this ID. In about 10 seconds call the tool that gets a live avatar session by its ID; the same call again within 15 minutes gives this session and opens no other.',
		});
		expect(callsTo('close')).toEqual([]);
	});

	test('a repeated call gets the same session while the session is open', async () => {
		const before = callsTo('create').length;
		const first = await ask(create());
		bench.emulator.live.startMs = 0;
		for (const repeat of await Promise.all([ask(create()), ask(create())])) {
			expect(repeat).toMatchObject({ id: first.id, duplicate: true, status: 'processing' });
		}
		expect(callsTo('create')).toHaveLength(before + 1);
		reference = randomUUID();
		expect((await ask(create())).id).not.toBe(first.id);
	});

	test("a repeated call names the session even if it can't read the session, and opens another if the service has it no more", async () => {
		const { id } = await ask(create());
		const match = { path: '/session/detail' };
		bench.emulator.faults.add({ kind: 'code', code: 1200, times: Infinity, match });
		const repeat = await ask(create());
		expect(repeat).toMatchObject({ details: { submitted: 'yes', id, duplicate: true } });
		expect(Object(repeat.details).description).toContain('may still be open, and costs credits');
		bench.emulator.faults.clear();
		bench.emulator.faults.add({ kind: 'code', code: 1216, match });
		const next = await ask(create());
		expect([next.status, next.id === id]).toEqual(['processing', false]);
	});

	test('Get answers in time, and says that the session costs credits', async () => {
		const { id } = await ask(create());
		expect(await ask(named('get', id, { waitForCompletion: true }))).toMatchObject({
			status: 'processing',
			id,
			description: expect.stringMatching(/costs credits until you.*gets a live avatar session/),
		});
		expect(await ask(named('get', id))).toMatchObject({ status: 'queued', id, next: 'readJob' });
	});

	test('a chat needs the ID alone, returns an answer that is too long so far, and no token reaches the model unasked', async () => {
		Object.assign(bench.emulator.live, { startMs: 0, partMs: 5 });
		bench.emulator.shapes.sessionDetailUrls = 'pullOnly';
		const created = await ask(create());
		const asking = () => ask(say(created.id, { quietTime: 3_600 }));
		const answer = await talk(asking, ({ event, text }) => event === 'sent' && text.includes('You'));
		expect(answer).toMatchObject({ timedOut: true, answer: expect.stringMatching(/^You/) });
		const read = await ask(named('get', created.id));
		expect(JSON.stringify([created, answer, read])).not.toMatch(/wss?:|token|ChatRoom|"record"/);
		expect(await ask(named('get', created.id, { simplify: false }))).toHaveProperty('streamUrls');
	});
});

test('a tool that could not close its session says so in its answer, because a tool shows no hints', async () => {
	Object.assign(bench.emulator.live, { startMs: 0, partMs: 5 });
	const { id } = await viaMcp(create());
	bench.emulator.faults.add({ kind: 'code', code: 1009, match: { path: 'session/close' }, times: Infinity });
	const asking = async () => await viaMcp(say(id, { closeWhenDone: true, quietTime: 1 }));
	const answer = await talk(asking, ({ event, text }) => event === 'sent' && text.includes('You'));
	expect(answer.warning).toContain(`The session ${String(id)} could not be closed`);
});

test('a Stop of the second caller leaves the session of the first caller open', async () => {
	const { id } = await viaMcp(create());
	const reads = () => bench.emulator.requestsTo('session/detail').length;
	const before = reads();
	clock.isPaced = true;
	const second = bench.engine.start(calledBy(MCP_TRIGGER, create(), TOOL), { mode: 'webhook' });
	await until(() => reads() > before + 1);
	second.stop();
	await second.finished;
	clock.isPaced = false;
	expect(callsTo('close').filter(({ body }) => Object(body).id === id)).toEqual([]);
});
