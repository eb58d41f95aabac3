import type { INodeParameters } from 'n8n-workflow';
import { create } from '../../nodes/LiveAvatar/operations/session/create';
import { fieldsOf } from '../../nodes/shared/operation/nodeProperties';
import { Client } from '../emulator/support/client';
import { chain, node, single } from '../support/engine';
import { liveChat } from './liveAvatarSetup';

const live = liveChat();
const AVATAR = 'Ada_1080P_back';
const session = (operation: string, parameters: INodeParameters = {}) =>
	single('liveAvatar', { resource: 'session', operation, ...parameters });
const goingOn = (operation: string, parameters: INodeParameters = {}) =>
	single('liveAvatar', { resource: 'session', operation, ...parameters }, { onError: 'continueErrorOutput' });
const callsTo = (action: string) => live.emulator.requestsTo(`/liveAvatar/session/${action}`);

describe('create', () => {
	test('gives a session that streams, with its addresses, also where later answers hold only one of them', async () => {
		live.emulator.live.startMs = 500;
		live.emulator.shapes.sessionDetailUrls = 'pullOnly';
		const result = await live.engine.run(
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

	test('says of a row that is refused before anything is sent which one it is', async () => {
		const parameters = { avatarId: '={{ $json.avatar }}', options: { reference: '={{ $json.row }}' } };
		const result = await live.engine.run(goingOn('create', parameters), { input: [{ row: 7 }] });
		expect(result.json('Node', 1)).toMatchObject([{ details: { submitted: 'no', reference: '7' } }]);
		expect(callsTo('create')).toEqual([]);
	});

	test('shows the record of the service when it is not to simplify, with what only the create told', async () => {
		live.emulator.live.startMs = 300;
		live.emulator.shapes.sessionDetailUrls = 'pullOnly';
		const result = await live.engine.run(session('create', { avatarId: AVATAR, simplify: false }));
		const [item] = result.json('Node');
		expect(item).toMatchObject({
			status: 'streaming',
			statusChecks: expect.any(Number),
			record: {
				_id: item?.id,
				status: 2,
				uid: expect.any(Number),
				type: expect.any(Number),
				task_id: expect.any(String),
				app_name: 'live',
				stream_name: expect.any(String),
				stream_urls: { client_chat_room_url: expect.stringMatching(/client_\d+$/) },
			},
		});
	});

	test('gives the ID at once when told not to wait', async () => {
		live.emulator.live.startMs = 60_000;
		const result = await live.engine.run(session('create', { avatarId: AVATAR, waitForCompletion: false }));
		expect(result.json('Node')).toMatchObject([{ id: expect.any(String), status: 'queued' }]);
		expect(callsTo('detail')).toEqual([]);
	});

	test('closes what does not stream in time, and says so', async () => {
		live.emulator.live.startMs = 60_000;
		const parameters = { avatarId: AVATAR, options: { timeout: 0.02 } };
		const result = await live.engine.run(session('create', parameters));
		expect(result.error?.message).toMatch(/Live avatar session \w+ was still queued/);
		expect(result.error?.description).toContain('It was closed');
		expect(callsTo('close')).toHaveLength(1);
	});

	test('says that a session is still open where it could not be closed, and opens no other', async () => {
		live.emulator.live.startMs = 60_000;
		live.emulator.faults.add({
			kind: 'code',
			code: 1009,
			times: Infinity,
			match: { path: '/session/close' },
		});
		const before = callsTo('create').length;
		const { error } = await live.engine.run(
			single(
				'liveAvatar',
				{
					resource: 'session',
					operation: 'create',
					avatarId: 'Ada_1080P_back',
					options: { timeout: 0.02 },
				},
				{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			),
		);
		live.emulator.faults.clear();
		live.emulator.live.startMs = 0;
		expect(error?.description).toContain('It is still open, and costs credits');
		expect(error?.description).not.toContain('closed, ID');
		expect(callsTo('create')).toHaveLength(before + 1);
	});

	test.each([1216, 1008])('lets a session go that the service does not know any more (%i)', async (code) => {
		live.emulator.live.startMs = 300;
		for (const path of ['/session/detail', '/session/close']) {
			live.emulator.faults.add({ kind: 'code', code, times: Infinity, match: { path } });
		}
		const before = callsTo('create').length;
		const { error } = await live.engine.run(
			single(
				'liveAvatar',
				{ resource: 'session', operation: 'create', avatarId: AVATAR, options: { timeout: 0.02 } },
				{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			),
		);
		live.emulator.faults.clear();
		live.emulator.live.startMs = 0;
		expect(error?.description).not.toContain('still open');
		expect(callsTo('create')).toHaveLength(before + 2);
	});

	test('does not say of a session that failed that it is open, when closing it is refused', async () => {
		live.emulator.live.failStart = true;
		live.emulator.faults.add({
			kind: 'code',
			code: 1009,
			times: Infinity,
			match: { path: '/session/close' },
		});
		const { error } = await live.engine.run(session('create', { avatarId: AVATAR }));
		live.emulator.faults.clear();
		live.emulator.live.failStart = false;
		expect(error?.description).not.toContain('still open');
	});

	test('closes what is said to be completed: that may mean that it is open', async () => {
		live.emulator.live.idleMs = 0;
		const { error } = await live.engine.run(session('create', { avatarId: AVATAR }));
		expect(error?.message).toMatch(/^Live avatar session \w+ is closed/);
		expect(callsTo('close')).toHaveLength(1);
	});

	test('closes what fails to start', async () => {
		live.emulator.live.failStart = true;
		const result = await live.engine.run(goingOn('create', { avatarId: AVATAR }));
		expect(result.json('Node', 1)).toMatchObject([
			{
				error: expect.stringMatching(/^Live avatar session \w+ could not be made/),
				details: { id: expect.any(String), kind: 'liveAvatarSession', status: 'failed', submitted: 'yes' },
			},
		]);
		expect(callsTo('close')).toHaveLength(1);
	});

	test('closes also the sessions that stream when another item ends the node: nobody would know of them', async () => {
		live.emulator.live.startMs = 100;
		const result = await live.engine.run(session('create', { avatarId: '={{ $json.avatar }}' }), {
			input: [{ avatar: AVATAR }, { avatar: 'nobody' }],
		});
		expect(result.error).toBeDefined();
		const [opened] = callsTo('create').filter(({ code }) => code === 1000);
		expect(opened).toBeDefined();
		expect(callsTo('close').map(({ code }) => code)).toEqual([1000]);
	});

	test.each([
		['streams when another item ends the node', { input: [AVATAR, 'nobody'], startMs: 50, open: [0] }],
		['does not stream, beside another one', { input: [AVATAR, AVATAR], startMs: 60_000, open: [0, 1] }],
	])('names each session that can not be closed: one that %s', async (_name, { input, startMs, open }) => {
		live.emulator.live.startMs = startMs;
		const match = { path: '/session/close' };
		live.emulator.faults.add({ kind: 'code', code: 1009, times: Infinity, match });
		const parameters = { avatarId: '={{ $json.avatar }}', options: { timeout: 0.02 } };
		const { error } = await live.engine.run(session('create', parameters), {
			input: input.map((avatar) => ({ avatar })),
		});
		const data = error && 'context' in error ? error.context.data : undefined;
		const { jobs } = Object(data);
		expect(jobs).toMatchObject(open.map((item) => ({ item, id: expect.any(String) })));
		for (const { id } of jobs) {
			expect(error?.description).toMatch(new RegExp(`Still open, and costing credits: .*ID ${id}`));
		}
	});

	test('leaves no session of an earlier try open whose expression gives another value now', async () => {
		live.emulator.live.startMs = 0;
		live.emulator.shapes.unknownFields = 'taken';
		const extraFields = '={{ { seed: Math.random() } }}';
		const workflow = single(
			'liveAvatar',
			{
				resource: 'session',
				operation: 'create',
				avatarId: '={{ $json.avatar }}',
				options: { extraFields },
			},
			{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1, onError: 'continueRegularOutput' },
		);
		const result = await live.engine.run(workflow, { input: [{ avatar: 'nobody' }, { avatar: AVATAR }] });
		live.emulator.shapes.unknownFields = 'refused';
		const opened = callsTo('create').filter(({ code }) => code === 1000);
		expect(opened.length - callsTo('close').length).toBe(1);
		expect(result.json('Node')[1]).toMatchObject({ status: 'streaming' });
	});

	test('closes what does not stream yet when the run is stopped', async () => {
		live.emulator.live.startMs = 60_000;
		const running = live.engine.start(session('create', { avatarId: AVATAR }));
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
			'Wait Until It Streams must be true or false',
		],
	])('refuses a wrong %s before anything is sent', async (_name, parameters, message) => {
		const { error } = await live.engine.run(session('create', parameters));
		expect(error?.message).toContain(message);
		expect(live.emulator.requests).toEqual([]);
	});

	test('offers only what a session can have', () => {
		const fields = fieldsOf(create);
		expect(fields.map(({ name }) => name)).toEqual([
			'avatarId',
			'waitForCompletion',
			'waitOptions',
			'options',
		]);
		const [waiting, options] = fields.slice(-2).map((field) => field.options?.map(({ name }) => name));
		expect([waiting, options]).toEqual([
			['answerWithin', 'timeout'],
			['webhookUrl', 'reference', 'simplify', 'extraFields'],
		]);
	});

	describe('with an own avatar', () => {
		const upload = async (type: '1' | '2') => {
			const client = await new Client(live.emulator).signIn();
			const avatar_id = `Mine${live.emulator.jobs.created().length}`;
			const url = `${live.emulator.mediaUrl}/short.mp4`;
			const { list } = await client.post('/avatar/create', { url, avatar_id, type });
			live.emulator.requests.length = 0;
			return { avatarId: avatar_id, id: String(list[0]?._id) };
		};
		const items = { input: [{}, {}, {}] };

		test('that is not ready says so before anything is created, with one look for all items', async () => {
			live.emulator.jobs.next({ status: 3, jobMs: 3_600_000 });
			const { avatarId, id } = await upload('2');
			const result = await live.engine.run(goingOn('create', { avatarId }), items);
			const [first, ...others] = result.json('Node', 1);
			expect(first).toMatchObject({
				error: expect.stringMatching(
					new RegExp(`^Avatar "${avatarId}" is not ready yet: it is (queued|processing)$`),
				),
				details: { submitted: 'no', description: expect.stringContaining(id) },
			});
			expect(others).toHaveLength(2);
			expect(callsTo('create')).toEqual([]);
			const asked = live.emulator.requestsTo('/avatar/list').map(({ query }) => query.page);
			expect(asked).toEqual(['1', '2']);
		});

		test('that could not be made says why', async () => {
			const { avatarId, id } = await upload('2');
			live.emulator.jobs.fail(id, 'No face');
			const { error } = await live.engine.run(session('create', { avatarId }));
			expect(error?.message).toBe(`Avatar "${avatarId}" could not be made`);
			expect(error?.description).toContain('No face');
			expect(callsTo('create')).toEqual([]);
		});

		test('that is ready opens a session', async () => {
			const { avatarId, id } = await upload('2');
			live.emulator.jobs.complete(id);
			const result = await live.engine.run(session('create', { avatarId }));
			expect(result.json('Node')).toMatchObject([{ status: 'streaming' }]);
		});

		test.each([
			['of another type', async () => (await upload('1')).avatarId],
			['that no list holds', async () => 'nobody'],
		])('%s is left to the service', async (_what, avatar) => {
			const { error } = await live.engine.run(session('create', { avatarId: await avatar() }));
			expect(error?.description).toContain('avatar_id');
			expect(callsTo('create')).toHaveLength(1);
		});

		test('is left to the service where the list can not be had', async () => {
			const { avatarId, id } = await upload('2');
			live.emulator.jobs.complete(id);
			live.emulator.faults.add({
				kind: 'code',
				code: 1003,
				match: { path: '/avatar/list' },
				times: Infinity,
			});
			const result = await live.engine.run(session('create', { avatarId }));
			expect(result.json('Node')).toMatchObject([{ status: 'streaming' }]);
		});
	});

	test('looks nothing up for an avatar of the service', async () => {
		await live.engine.run(session('create', { avatarId: AVATAR }));
		expect(live.emulator.requestsTo('/avatar/list')).toEqual([]);
	});

	test('finds the avatars of live sessions by name', async () => {
		const { results } = await live.engine.searchList('liveAvatar', 'searchLiveAvatars', { filter: 'ada' });
		expect(results.map(({ value }) => value)).toContain(AVATAR);
	});
});

test('create, read and close follow each other without typing', async () => {
	const step = (operation: string, parameters: INodeParameters = {}) =>
		node(operation, 'liveAvatar', { resource: 'session', operation, ...parameters });
	const result = await live.engine.run(
		chain(step('create', { avatarId: AVATAR }), step('get'), step('close')),
	);
	expect(result.json('close')).toEqual([{ success: true, id: result.json('create')[0]?.id }]);
});
