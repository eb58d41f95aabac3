import type { INodeParameters } from 'n8n-workflow';
import { startEmulator, type Emulator } from '../emulator';
import { defaultLiveBehaviour } from '../emulator/live/behaviour';
import { chain, node, single, startEngine, type Engine } from '../support/engine';

const AVATAR = 'Ada_1080P_back';
const CODES = [
	1003, 1008, 1009, 1200, 1201, 1202, 1203, 1204, 1205, 1207, 1209, 1210, 1211, 1214, 1215, 1216, 1219,
];

let emulator: Emulator;
let engine: Engine;

beforeAll(async () => {
	emulator = await startEmulator();
	engine = await startEngine({ emulator });
});
afterAll(async () => {
	await engine.close();
	await emulator.close();
});
beforeEach(() => {
	emulator.requests.length = 0;
	Object.assign(emulator.live, { ...defaultLiveBehaviour, failStart: false, maxOpen: 500, startMs: 0 });
	engine.logs.clear();
});
afterEach(() => {
	emulator.faults.clear();
	emulator.shapes.sessionListMethod = 'both';
	emulator.shapes.sessionDetailUrls = 'all';
});

const session = (operation: string, parameters: INodeParameters = {}) =>
	single('liveAvatar', { resource: 'session', operation, ...parameters });
const goingOn = (operation: string, parameters: INodeParameters = {}) =>
	single('liveAvatar', { resource: 'session', operation, ...parameters }, { onError: 'continueErrorOutput' });
const callsTo = (action: string) => emulator.requestsTo(`/liveAvatar/session/${action}`);

async function open(count = 1): Promise<string[]> {
	const parameters = { avatarId: AVATAR, waitForCompletion: false };
	const created = await engine.run(session('create', parameters), { input: Array(count).fill({}) });
	emulator.requests.length = 0;
	return created.json('Node').map(({ id }) => String(id));
}

describe('create', () => {
	test('gives a session that streams, with its addresses, also where later answers hold only one of them', async () => {
		emulator.live.startMs = 500;
		emulator.shapes.sessionDetailUrls = 'pullOnly';
		const result = await engine.run(
			session('create', { avatarId: AVATAR, options: { reference: 'form 7' } }),
		);
		expect(result.error).toBeUndefined();
		expect(result.json('Node')).toEqual([
			{
				id: expect.any(String),
				kind: 'liveAvatarSession',
				status: 'streaming',
				reference: 'form 7',
				streamUrls: {
					clientPullStreamUrl: expect.stringContaining('.flv'),
					clientChatRoomUrl: expect.stringMatching(/^ws:.*\/client_\d+$/),
					serverChatRoomUrl: expect.stringMatching(/^ws:.*\/server_\d+$/),
				},
			},
		]);
		expect(callsTo('create').map(({ body }) => body)).toEqual([{ avatar_id: AVATAR }]);
		expect(result.output('Node')[0]?.pairedItem).toEqual({ item: 0 });
	});

	test('gives the ID at once when told not to wait', async () => {
		emulator.live.startMs = 60_000;
		const result = await engine.run(session('create', { avatarId: AVATAR, waitForCompletion: false }));
		expect(result.json('Node')).toMatchObject([{ id: expect.any(String), status: 'queued' }]);
		expect(callsTo('detail')).toEqual([]);
	});

	test('closes what does not stream in time, and says so', async () => {
		emulator.live.startMs = 60_000;
		const parameters = { avatarId: AVATAR, options: { timeout: 0.02 } };
		const result = await engine.run(session('create', parameters));
		expect(result.error?.message).toMatch(/Live avatar session \w+ was still queued/);
		expect(result.error?.description).toContain('It was closed');
		expect(callsTo('close')).toHaveLength(1);
	});

	test('closes what fails to start', async () => {
		emulator.live.failStart = true;
		const result = await engine.run(goingOn('create', { avatarId: AVATAR }));
		expect(result.json('Node', 1)).toMatchObject([
			{
				error: expect.stringMatching(/^Live avatar session \w+ could not be made/),
				details: { id: expect.any(String), kind: 'liveAvatarSession', status: 'failed', submitted: 'yes' },
			},
		]);
		expect(callsTo('close')).toHaveLength(1);
	});

	test('closes what does not stream yet when the run is stopped', async () => {
		emulator.live.startMs = 60_000;
		const running = engine.start(session('create', { avatarId: AVATAR }));
		while (callsTo('detail').length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
		running.stop();
		expect((await running.finished).status).toBe('canceled');
		while (callsTo('close').length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
		expect(callsTo('create')).toHaveLength(1);
	});

	test.each([
		['avatarId', { avatarId: '={{ "" }}' }, 'Avatar must be filled in, but nothing was given'],
		[
			'timeout',
			{ avatarId: AVATAR, options: { timeout: -1 } },
			'Timeout (Minutes) must be more than 0, but -1 was given',
		],
		[
			'waitForCompletion',
			{ avatarId: AVATAR, waitForCompletion: '={{ "perhaps" }}' },
			'Wait for Completion must be true or false',
		],
	])('refuses a wrong %s before anything is sent', async (_name, parameters, message) => {
		const { error } = await engine.run(session('create', parameters));
		expect(error?.message).toContain(message);
		expect(emulator.requests).toEqual([]);
	});

	test('offers only what a session can have', () => {
		const { description } = engine.loaded.nodes.get('n8n-nodes-media-generation.liveAvatar') as never as {
			description: {
				properties: Array<{
					name: string;
					displayOptions?: { show?: { operation?: string[] } };
					options?: Array<{ name: string }>;
				}>;
			};
		};
		const shown = description.properties.filter(({ displayOptions }) =>
			displayOptions?.show?.operation?.includes('create'),
		);
		expect(shown.map(({ name }) => name)).toEqual(['avatarId', 'waitForCompletion', 'options']);
		expect(shown.at(-1)?.options?.map(({ name }) => name)).toEqual(['reference', 'timeout']);
	});

	test('finds the avatars of live sessions by name', async () => {
		const { results } = await engine.searchList('liveAvatar', 'searchLiveAvatars', { filter: 'ada' });
		expect(results.map(({ value }) => value)).toContain(AVATAR);
	});
});

describe('get', () => {
	test('reads each session, waits where it is told to, and shows the record', async () => {
		emulator.live.startMs = 400;
		const [id = ''] = await open();
		const parameters = { sessionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };
		const result = await engine.run(
			session('get', { ...parameters, waitForCompletion: true, simplify: false }),
			{ input: [{ id }] },
		);
		expect(result.json('Node')).toMatchObject([
			{ id, status: 'streaming', record: { _id: id, status: 2 }, statusChecks: expect.any(Number) },
		]);
	});

	test('names a session that is not there', async () => {
		const result = await engine.run(goingOn('get', { sessionId: 'nobody' }));
		expect(result.json('Node', 1)).toMatchObject([
			{ error: 'The session does not exist', details: { id: 'nobody', errorCode: 1216 } },
		]);
	});
});

describe('pause and close', () => {
	test('act on the session of the input, and closing twice is a success', async () => {
		const ids = await open(2);
		const input = ids.map((id) => ({ id }));
		expect((await engine.run(session('pause'), { input })).json('Node')).toEqual(
			ids.map((id) => ({ success: true, id })),
		);
		for (let times = 0; times < 2; times++) {
			const closed = await engine.run(session('close'), { input });
			expect(closed.json('Node')).toEqual(ids.map((id) => ({ success: true, id })));
		}
		expect(callsTo('close').map(({ body, code }) => [body, code])).toEqual(
			[1000, 1219].flatMap((code) => ids.map((id) => [{ id }, code])),
		);
	});

	test('find the session that a message was sent to', async () => {
		const [sessionId] = await open();
		const result = await engine.run(session('close'), { input: [{ answer: 'Bye', sessionId }] });
		expect(result.json('Node')).toEqual([{ success: true, id: sessionId }]);
	});

	test('take a session that was chosen from the list', async () => {
		const [id = ''] = await open();
		const { results } = await engine.searchList('liveAvatar', 'searchSessions', { filter: id });
		expect(results).toEqual([{ name: expect.stringContaining('streaming'), value: id }]);
		const chosen = { __rl: true, mode: 'list', value: id };
		expect((await engine.run(session('pause', { sessionId: chosen }))).json('Node')).toEqual([
			{ success: true, id },
		]);
	});

	test.each(['close', 'pause'])(
		'%s says which session is unknown, as the one that was meant may go on',
		async (operation) => {
			const result = await engine.run(goingOn(operation, { sessionId: 'nobody' }));
			expect(result.json('Node', 1)).toMatchObject([
				{ error: 'The session does not exist', details: { id: 'nobody', errorCode: 1216 } },
			]);
		},
	);

	test('pause says that a session is closed', async () => {
		const [id = ''] = await open();
		await engine.run(session('close', { sessionId: id }));
		const { error } = await engine.run(session('pause', { sessionId: id }));
		expect(error?.message).toBe('The session is closed');
	});

	test.each(['close', 'pause', 'get'])('%s asks for a session ID when there is none', async (operation) => {
		const { error } = await engine.run(session(operation));
		expect(error?.message).toMatch(/^Session ID must be (filled in|a text), but nothing was given$/);
		expect(emulator.requests).toEqual([]);
	});
});

describe('get many', () => {
	test('lists every session over all pages with the names of the service', async () => {
		await open(120);
		const result = await engine.run(session('getAll', { returnAll: true }));
		const entries = result.json('Node');
		expect(entries.length).toBeGreaterThanOrEqual(120);
		expect(new Set(entries.map(({ _id }) => _id)).size).toBe(entries.length);
		expect(entries[0]).toMatchObject({
			_id: expect.any(String),
			status: 2,
			stream_urls: {},
			app_name: 'live',
		});
		expect(callsTo('list').map(({ method, query }) => [method, query.page])).toEqual([
			['POST', '1'],
			['POST', '2'],
		]);
	});

	test('keeps to the limit and to the status, in one call', async () => {
		const [id = ''] = await open(3);
		await engine.run(session('close', { sessionId: id }));
		const limited = await engine.run(session('getAll', { limit: 2, filters: { status: 2 } }));
		expect(limited.json('Node').map(({ status }) => status)).toEqual([2, 2]);
		const closed = await engine.run(session('getAll', { filters: { status: '={{ "closed" }}' } }));
		expect(closed.json('Node')).toContainEqual(expect.objectContaining({ _id: id, status: 3 }));
		expect(callsTo('list').map(({ query }) => query.status)).toEqual(['2', '3']);
	});

	test('asks with GET where the service knows no POST', async () => {
		emulator.shapes.sessionListMethod = 'GET';
		const result = await engine.run(session('getAll', { limit: 1 }));
		expect(result.json('Node')).toHaveLength(1);
		expect(callsTo('list').map(({ method, httpStatus }) => [method, httpStatus])).toEqual([
			['POST', 405],
			['GET', 200],
		]);
	});

	test.each([
		[{ limit: 0 }, 'Limit must be at least 1, but 0 was given'],
		[{ returnAll: '={{ "maybe" }}' }, 'Return All must be true or false'],
		[
			{ filters: { status: '={{ 9 }}' } },
			'Status must be one of queued, streaming, closed, failed, but 9 was given',
		],
	])('refuses %j before anything is sent', async (parameters, message) => {
		const { error } = await engine.run(session('getAll', parameters));
		expect(error?.message).toContain(message);
		expect(emulator.requests).toEqual([]);
	});
});

describe('each code of the group', () => {
	test.each(['create', 'get', 'getAll', 'pause', 'close'])(
		'is explained by %s, with what to do',
		async (operation) => {
			const input = CODES.map((code) => ({ code, id: `session-${code}` }));
			const path = { create: 'create', get: 'detail', getAll: 'list', pause: 'pause', close: 'close' }[
				operation
			];
			// One item after another: each request meets the next code.
			const codes = operation === 'close' ? CODES.filter((code) => code !== 1219) : CODES;
			for (const code of codes) {
				emulator.faults.add({ kind: 'code', code, msg: `said ${code}`, match: { path: `session/${path}` } });
				const one = input.find((item) => item.code === code)!;
				const parameters: INodeParameters = operation === 'create' ? { avatarId: AVATAR } : {};
				const result = await engine.run(goingOn(operation, parameters), { input: [one] });
				const [failed] = result.json('Node', 1);
				expect(failed).toMatchObject({ details: { errorCode: code } });
				expect(String(failed?.error)).not.toContain(`said ${code}`);
				expect((failed?.details as { description: string }).description).toContain(`said ${code}`);
				emulator.faults.clear();
			}
		},
	);

	test('that means nobody can go on ends a list of creates, and marks what was not sent', async () => {
		emulator.faults.add({ kind: 'code', code: 1200, match: { path: 'session/create' }, times: Infinity });
		const result = await engine.run(goingOn('create', { avatarId: AVATAR }), { input: Array(8).fill({}) });
		const failed = result.json('Node', 1);
		expect(failed.map(({ details }) => details)).toEqual(
			Array(8).fill(expect.objectContaining({ submitted: 'no', errorCode: 1200 })),
		);
		expect(callsTo('create').length).toBeLessThanOrEqual(5);
	});
});

test('create, read and close follow each other without typing', async () => {
	const step = (operation: string, parameters: INodeParameters = {}) =>
		node(operation, 'liveAvatar', { resource: 'session', operation, ...parameters });
	const result = await engine.run(chain(step('create', { avatarId: AVATAR }), step('get'), step('close')));
	expect(result.json('close')).toEqual([{ success: true, id: result.json('create')[0]?.id }]);
});
