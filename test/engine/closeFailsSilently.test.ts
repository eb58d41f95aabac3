import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import '../support/fastClock';
import { defaultLiveBehaviour } from '../emulator/live/behaviour';
import type { ChatLogEntry } from '../emulator/live/rooms';
import { ClaimTable } from '../support/claimTable';
import { setUp } from '../support/setUp';
import { skipped } from '../support/skippedTime';
import { AGENT, calledBy, callerOfTools, callInAgents, MCP_TRIGGER, toolOf } from '../support/tools';
import { until } from '../support/until';

/* A live avatar as a tool. It answers in time, opens no second session for a repeated call, and forgets no session. */

ClaimTable.install();
const TOOL = 'liveAvatarTool';
const bench = setUp(
	{},
	{
		nodeTypes: Object.fromEntries([toolOf('liveAvatar'), callerOfTools(MCP_TRIGGER), callerOfTools(AGENT)]),
	},
);
const callsTo = (action: string) => bench.emulator.requestsTo(`/liveAvatar/session/${action}`);
/** Sessions stay open from test to test, so each test has its own reference. */
let reference = '';
beforeEach(() => {
	reference = randomUUID();
	Object.assign(bench.emulator.live, { ...defaultLiveBehaviour, startMs: 3_600_000, maxOpen: 500 });
});
afterEach(() => {
	bench.emulator.faults.clear();
});

const create = (parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'session',
	operation: 'create',
	avatarId: 'Ada_1080P_back',
	options: { reference },
	...parameters,
});
const named = (operation: string, id: unknown, more: INodeParameters = {}): INodeParameters => ({
	resource: 'session',
	operation,
	sessionId: { __rl: true, mode: 'id', value: String(id) },
	...more,
});
const say = (streamUrls: unknown, more: INodeParameters = {}): INodeParameters => ({
	resource: 'chat',
	operation: 'sendMessage',
	question: 'Hello',
	...Object(streamUrls),
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
	const { length } = bench.emulator.chats;
	skipped.isPaced = true;
	const answer = ask();
	await until(() => bench.emulator.chats.slice(length).some(isNoted));
	skipped.isPaced = false;
	return await answer;
}

test.each([
	['an MCP trigger', viaMcp],
	['n8n Agents', viaAgents],
])('under %s the agent learns that Close When Done failed', async (_caller, ask) => {
	Object.assign(bench.emulator.live, { startMs: 0 });
	const { id, streamUrls } = await ask(create());
	const match = { path: '/liveAvatar/session/close' };
	bench.emulator.faults.add({ kind: 'code', code: 1009, match, times: Infinity });
	const { sessionId } = named('close', id);
	const answer = await talk(
		async () => await ask(say(streamUrls, { closeWhenDone: true, sessionId })),
		() => true,
	);
	expect(callsTo('close')).toHaveLength(1);
	expect(JSON.stringify(answer)).toMatch(/could not be closed|costs credits/);
});
