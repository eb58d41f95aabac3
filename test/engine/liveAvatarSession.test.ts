import '../support/fastClock';
import { LiveAvatar } from '../../nodes/LiveAvatar/LiveAvatar.node';
import { Client } from '../emulator/support/client';
import { until } from '../support/until';
import { ask, AVATAR, CONTINUES, liveChat, questions, quick, run } from './liveAvatarSetup';

const live = liveChat();
const AGAIN = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const SOON = { avatarId: AVATAR, options: { timeout: 0.02 } };
const LATE = 60_000;

describe('Create', () => {
	test('returns a session that streams, with all addresses, also where later answers hold only one', async () => {
		live.emulator.live.startMs = 100;
		live.emulator.shapes.sessionDetailUrls = 'pullOnly';
		const options = { reference: 'form 7', extraFields: '{ "stream_type": "agora" }' };
		const result = await live.engine.run(run('create', { avatarId: AVATAR, simplify: false, options }));
		const [{ id, record, ...item } = {}] = result.json('Node');
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
		expect(record).toMatchObject({
			...{ _id: id, status: 2, uid: expect.any(Number), type: expect.any(Number), app_name: 'live' },
			stream_urls: { client_chat_room_url: expect.stringMatching(/client_\d+$/) },
		});
		expect(live.requestsTo('create').map(({ body }) => body)).toEqual([
			{ avatar_id: AVATAR, stream_type: 'agora' },
		]);
	});

	test('returns addresses and tokens of a stream only in fields that n8n redacts', async () => {
		const simplify = false;
		const options = { extraFields: '{ "stream_type": "agora" }' };
		const created = await live.engine.run(run('create', { avatarId: AVATAR, simplify, options }));
		const [session = {}] = created.json('Node');
		const outputs = [
			created,
			await live.engine.run(run('get', { simplify }), { input: [session] }),
			await live.engine.run(run('getAll')),
			await live.engine.run(ask({ options: { ...quick, simplify } }), { input: questions(session, 'Hi') }),
		].flatMap((result) => result.json('Node'));
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
		['fails to start', { failStart: true }, { avatarId: AVATAR }, /could not be made/],
		['is said to be completed, which may mean open', { idleMs: 0 }, { avatarId: AVATAR }, /is closed/],
	])('closes a session that %s', async (_what, behavior, parameters, message) => {
		Object.assign(live.emulator.live, behavior);
		const result = await live.engine.run(run('create', { ...parameters }, CONTINUES));
		expect(result.json('Node', 1)).toMatchObject([
			{ error: expect.stringMatching(message), details: { id: live.closings()[0], submitted: 'yes' } },
		]);
		expect(live.closings()).toHaveLength(1);
	});

	test('says that a session is still open where it could not be closed, and opens no other', async () => {
		live.emulator.live.startMs = LATE;
		live.refuse('close', 1009);
		const { error } = await live.engine.run(run('create', SOON, AGAIN));
		expect(error?.description).toContain('still open, and costs credits');
		expect(live.requestsTo('create')).toHaveLength(1);
	});

	test('lets a session go that the service does not know any more', async () => {
		live.emulator.live.startMs = LATE;
		for (const action of ['detail', 'close']) live.refuse(action, 1216);
		const { error } = await live.engine.run(run('create', SOON, AGAIN));
		expect(error?.description).not.toContain('still open');
		expect(live.requestsTo('create')).toHaveLength(2);
	});

	test('closes the sessions that stream when another item ends the node', async () => {
		live.emulator.live.startMs = 100;
		const input = [{ avatar: AVATAR }, { avatar: 'nobody' }];
		const { error } = await live.engine.run(run('create', { avatarId: '={{ $json.avatar }}' }), { input });
		expect(error).toBeDefined();
		expect(live.requestsTo('close').map(({ code }) => code)).toEqual([1000]);
	});

	test('names each session that can not be closed when another item ends the node', async () => {
		live.emulator.live.startMs = LATE;
		live.refuse('close', 1009);
		const { error } = await live.engine.run(run('create', SOON), { input: [{}, {}] });
		const { jobs } = Object(error && 'context' in error ? error.context.data : undefined);
		expect(jobs).toMatchObject([0, 1].map((item) => ({ item, id: expect.any(String) })));
		for (const { id } of jobs) expect(error?.description).toContain(`ID ${id}`);
	});

	test('leaves no session of an earlier try open whose expression gives another value now', async () => {
		live.emulator.shapes.unknownFields = 'taken';
		const parameters = {
			avatarId: '={{ $json.avatar }}',
			options: { extraFields: '={{ { seed: Math.random() } }}' },
		};
		const workflow = run('create', parameters, { ...AGAIN, onError: 'continueRegularOutput' });
		const result = await live.engine.run(workflow, { input: [{ avatar: 'nobody' }, { avatar: AVATAR }] });
		const opened = live.requestsTo('create').filter(({ code }) => code === 1000);
		expect(opened.length - live.closings().length).toBe(1);
		expect(result.json('Node')[1]).toMatchObject({ status: 'streaming' });
	});

	test('closes a session that does not stream yet when the run is stopped', async () => {
		live.emulator.live.startMs = LATE;
		const running = live.engine.start(run('create', { avatarId: AVATAR }));
		await until(() => live.requestsTo('detail').length > 0);
		running.stop();
		expect((await running.finished).status).toBe('canceled');
		await until(() => live.closings().length > 0);
		expect(live.requestsTo('create')).toHaveLength(1);
	});
});

describe('Create with your own avatar', () => {
	const upload = async (type: '1' | '2', isReady = false) => {
		const client = await new Client(live.emulator).signIn();
		const avatarId = `Mine${live.emulator.jobs.created().length}`;
		const body = { url: `${live.emulator.mediaUrl}/short.mp4`, avatar_id: avatarId, type };
		const { list } = await client.post('/avatar/create', body);
		const id = String(list[0]?._id);
		if (isReady) live.emulator.jobs.complete(id);
		live.emulator.requests.length = 0;
		return { avatarId, id };
	};

	test('says before anything is created that the avatar is not ready, with one look for all items', async () => {
		live.emulator.jobs.next({ status: 3, jobMs: 3_600_000 });
		const { avatarId, id } = await upload('2');
		const result = await live.engine.run(run('create', { avatarId }, CONTINUES), { input: [{}, {}, {}] });
		expect(result.json('Node', 1)).toHaveLength(3);
		expect(result.json('Node', 1)[0]).toMatchObject({
			error: expect.stringMatching(
				new RegExp(`^Avatar "${avatarId}" is not ready yet: it is (queued|processing)$`),
			),
			details: { submitted: 'no', description: expect.stringContaining(id) },
		});
		expect(live.requestsTo('create')).toEqual([]);
		const pages = live.emulator.requestsTo('/avatar/list').map(({ query }) => query.page);
		expect(pages).toEqual([...new Set(pages)]);
	});

	test.each([
		['with the list', false],
		['without the list, which can not be had', true],
	])('opens a session with an avatar that is ready, %s', async (_how, isBroken) => {
		const { avatarId } = await upload('2', true);
		const match = { path: '/avatar/list' };
		if (isBroken) live.emulator.faults.add({ kind: 'code', code: 1003, match, times: Infinity });
		const result = await live.engine.run(run('create', { avatarId }));
		expect(result.json('Node')).toMatchObject([{ status: 'streaming' }]);
	});

	test('leaves an avatar of another type to the service', async () => {
		const { avatarId } = await upload('1');
		const { error } = await live.engine.run(run('create', { avatarId }));
		expect(error?.description).toContain('Code 1003');
		expect(live.requestsTo('create')).toHaveLength(1);
	});

	test('looks nothing up for an avatar of the service, which the list has', async () => {
		await live.engine.run(run('create', { avatarId: AVATAR }));
		expect(live.emulator.requestsTo('/avatar/list')).toEqual([]);
		const { results } = await live.engine.searchList('liveAvatar', 'searchLiveAvatars', { filter: 'ada' });
		expect(results.map(({ value }) => value)).toContain(AVATAR);
	});
});
