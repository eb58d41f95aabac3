import '../support/fastClock';
import { LiveAvatar } from '../../nodes/LiveAvatar/LiveAvatar.node';
import { until } from '../support/until';
import { ask, AVATAR, CONTINUES, liveChat, questions, quick, run } from './liveAvatarSetup';

const live = liveChat();
const create = live.runner('liveAvatar', 'session.create', { avatarId: AVATAR });
const get = live.runner('liveAvatar', 'session.get');
const close = live.runner('liveAvatar', 'session.close');
const AGAIN = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const SOON = { avatarId: AVATAR, waitOptions: { timeout: 0.02 } };
const LATE = 60_000;
const openMany = async (count: number) =>
	(await Promise.all(Array.from({ length: count }, live.open))).map(({ id }) => id);

test('a session of one account shows another account no stream addresses', async () => {
	const { id } = await live.open();
	live.emulator.shapes.sessionDetailUrls = 'pullOnly';
	const urls = async () => Object.keys(Object((await get({ sessionId: id }))[0]?.streamUrls));
	expect((await urls()).length).toBeGreaterThan(1);
	const saved = live.engine.readCredential();
	const apiKey = live.emulator.accounts[0]?.apiKey ?? '';
	live.engine.saveCredential({ ...saved, authentication: 'apiKey', apiKey });
	expect(await urls()).toEqual(['clientPullStreamUrl']);
	live.engine.saveCredential(saved);
});

test('Create returns a session that streams with all addresses, even if later answers have only one address', async () => {
	live.emulator.live.startMs = 100;
	live.emulator.shapes.sessionDetailUrls = 'pullOnly';
	const options = { reference: 'form 7', extraFields: '{ "stream_type": "agora" }' };
	const [{ id, record, ...item } = {}] = await create({ simplify: false, options });
	expect(item).toEqual({
		kind: 'liveAvatarSession',
		status: 'streaming',
		reference: 'form 7',
		waitedSeconds: expect.any(Number),
		statusChecks: expect.any(Number),
		streamUrls: {
			clientPullStreamUrl: expect.stringContaining('.flv'),
			clientChatRoomUrl: expect.stringMatching(/^ws:.*\/client_\d+$/),
			serverChatRoomUrl: expect.stringMatching(/^ws:.*\/server_\d+$/),
			agoraAppId: 'app-1',
			agoraChannel: expect.any(String),
			agoraToken: `token-${String(id)}`,
			agoraUid: expect.any(Number),
		},
	});
	expect(record).toMatchObject({ _id: id, status: 2, uid: expect.any(Number), app_name: 'live' });
	const [asked, ...others] = live.requestsTo('create').map(({ body }) => body);
	expect([asked, others]).toEqual([{ avatar_id: AVATAR, stream_type: 'agora' }, []]);
});

test('Create returns addresses and tokens of a stream only in fields that n8n redacts', async () => {
	const simplify = false;
	const options = { extraFields: '{ "stream_type": "agora" }' };
	const [session = {}] = await create({ simplify, options });
	const asking = ask({ options: { ...quick, simplify } });
	const asked = await live.engine.run(asking, { input: questions(session, 'Hi') });
	const listed = await live.engine.run(run('getAll'));
	const outputs = [
		session,
		...(await get({ simplify }, [session])),
		...listed.json('Node'),
		...asked.json('Node'),
	];
	expect(JSON.stringify(outputs)).toMatch(/ws:.*token-/);
	for (const output of outputs) {
		for (const path of new LiveAvatar().description.sensitiveOutputFields ?? []) {
			const [name = '', inner] = path.split('.');
			if (inner === undefined) Reflect.deleteProperty(output, name);
			else Reflect.deleteProperty(Object(output[name]), inner);
		}
	}
	expect(JSON.stringify(outputs)).not.toMatch(/ws:|token-|\.flv/);
});

test.each<[string, object, object, RegExp]>([
	['does not stream in time', { startMs: LATE }, SOON, /was still queued/],
	['fails to start', { failStart: true }, {}, /could not be made/],
	['is said to be completed, which may mean open', { idleMs: 0 }, {}, /is closed/],
])('Create closes a session that %s', async (_what, behavior, parameters, message) => {
	Object.assign(live.emulator.live, behavior);
	const items = await create({ ...parameters });
	const details = { id: live.closings()[0], submitted: 'yes' };
	expect(items).toMatchObject([{ error: expect.stringMatching(message), details }]);
	expect(live.closings()).toHaveLength(1);
});

test("Create says that a session may still be open if it can't be closed, and opens no other session", async () => {
	live.emulator.live.startMs = LATE;
	live.refuseToClose();
	const { error } = await live.engine.run(run('create', SOON, AGAIN));
	expect(error?.description).toContain('may still be open, and costs credits');
	expect(live.requestsTo('create')).toHaveLength(1);
});

test('Create closes its streaming sessions if another item stops the node', async () => {
	live.emulator.live.startMs = 100;
	const input = [{ avatar: AVATAR }, { avatar: 'nobody' }];
	const { error } = await create.stopping({ avatarId: '={{ $json.avatar }}' }, input);
	expect(error?.description).toContain('Rows without a job: 1.');
	expect(live.requestsTo('close').map(({ code }) => code)).toEqual([1000]);
});

test('Create closes the session of an earlier try if its expression gives another value now', async () => {
	live.emulator.shapes.unknownFields = 'taken';
	const options = { extraFields: '={{ { seed: Math.random() } }}' };
	const parameters = { avatarId: '={{ $json.avatar }}', options };
	const workflow = run('create', parameters, { ...AGAIN, onError: 'continueRegularOutput' });
	const result = await live.engine.run(workflow, { input: [{ avatar: 'nobody' }, { avatar: AVATAR }] });
	const opened = live.requestsTo('create').filter(({ code }) => code === 1000);
	expect(opened.length - live.closings().length).toBe(1);
	expect(result.json('Node')[1]).toMatchObject({ status: 'streaming' });
});

test('Create closes its sessions when the run is stopped, the streaming one as well', async () => {
	live.emulator.live.startMs = LATE;
	const workflow = run('create', { avatarId: AVATAR }, CONTINUES);
	const running = live.engine.start(workflow, { input: [{}, {}] });
	await until(() => live.requestsTo('create').length === 2);
	live.emulator.sessions.all.at(-1)!.streamsAt = live.emulator.now();
	await until(() => live.requestsTo('detail').length > 8);
	running.stop();
	expect((await running.finished).status).toBe('canceled');
	await until(() => live.closings().length > 1);
	expect(new Set(live.closings()).size).toBe(2);
});

test('a retry closes the session of a killed execution that does not stream in time', async () => {
	live.emulator.live.startMs = LATE;
	const killed = run('create', { avatarId: AVATAR, waitForCompletion: false });
	const { executionId: retryOf } = await live.engine.run(killed, { mode: 'trigger' });
	const { error } = await live.engine.run(run('create', SOON), { mode: 'retry', retryOf });
	expect(error?.description).toContain('was closed, so it costs nothing more');
	expect([live.requestsTo('create').length, live.closings().length]).toEqual([1, 1]);
});

test('Get leaves a session open at its Timeout, and says so', async () => {
	live.emulator.live.startMs = 3_600_000;
	const parameters = { waitForCompletion: true, waitOptions: { timeout: 0.05 } };
	const { error } = await get.stopping(parameters, [await live.open()]);
	expect(error?.message).toMatch(/was still queued after 0.05 minutes$/);
	expect(error?.description).toContain('costs credits');
	expect(live.closings()).toEqual([]);
});

test('Pause and Close act on the sessions of the input, and closing twice is a success', async () => {
	const ids = await openMany(2);
	const input = ids.map((id) => ({ id }));
	// An unknown session fails alone.
	const many = [{ id: 'nobody' }, ...Array.from({ length: 9 }, () => input[0]!)];
	const paused = await live.engine.run(run('pause', {}, CONTINUES), { input: many });
	const unknown = 'Check Session ID. A session that is long closed is unknown, too.';
	expect(paused.json('Node')).toHaveLength(9);
	expect(paused.json('Node', 1)).toMatchObject([{ details: { field: 'Session ID', description: unknown } }]);
	for (const operation of ['pause', 'close', 'close']) {
		const result = await live.engine.run(run(operation), { input });
		expect(result.json('Node')).toEqual(ids.map((id) => ({ success: true, id })));
		const [read] = await get({}, input);
		expect(read?.status).toBe(operation === 'pause' ? 'streaming' : 'closed');
	}
	expect(live.requestsTo('close').map(({ body, code }) => [body, code])).toEqual(
		[1000, 1219].flatMap((code) => ids.map((id) => [{ id }, code])),
	);
	live.refuseToClose();
	expect((await close({}, input))[0]).toEqual({ success: true, id: ids[0] });
	const { id } = await live.open();
	const [kept, none] = await close({}, [{ error: 'x', details: { id } }, { error: 'y' }]);
	const description = expect.not.stringContaining('unknown');
	expect(kept?.details).toMatchObject({ id, errorCode: 1009, description });
	expect(none?.error).toBe('Session ID is empty');
});

test('Get Many applies its limit and its status filter', async () => {
	const [sessionId = ''] = await openMany(3);
	await close({ sessionId });
	const limited = await live.engine.run(run('getAll', { limit: 1, filters: { status: 2 } }));
	expect(limited.json('Node').map(({ status }) => status)).toEqual([2]);
	const closed = await live.engine.run(run('getAll', { filters: { status: '={{ "closed" }}' } }));
	expect(closed.json('Node')).toContainEqual(expect.objectContaining({ _id: sessionId, status: 3 }));
});

test('Close waits for a service that is away for long, because the session costs credits', async () => {
	const { id } = await live.open();
	await get({ sessionId: id });
	// Other requests have six tries.
	const away = { kind: 'httpStatus', status: 503, times: 9 } as const;
	live.emulator.faults.add({ ...away, match: { path: 'session/close' } });
	expect(await close({ sessionId: id })).toEqual([{ success: true, id }]);
});
