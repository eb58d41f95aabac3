import type { INodeParameters } from 'n8n-workflow';
import { create } from '../../nodes/LiveAvatar/operations/session/create';
import { fieldsOf } from '../../nodes/shared/operation/properties';
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
				{ resource: 'session', operation: 'create', avatarId: AVATAR, options: { timeout: 0.05 } },
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
			'Wait for Completion must be true or false',
		],
	])('refuses a wrong %s before anything is sent', async (_name, parameters, message) => {
		const { error } = await live.engine.run(session('create', parameters));
		expect(error?.message).toContain(message);
		expect(live.emulator.requests).toEqual([]);
	});

	test('offers only what a session can have', () => {
		const fields = fieldsOf(create);
		expect(fields.map(({ name }) => name)).toEqual(['avatarId', 'waitForCompletion', 'options']);
		expect(fields.at(-1)?.options?.map(({ name }) => name)).toEqual(['reference', 'timeout']);
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
