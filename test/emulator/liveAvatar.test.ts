import { on, once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';

import type { Emulator } from './index';
import { frozen, signedIn, type Client } from './support/client';

const urls = z.object({
	client_pull_stream_url: z.string(),
	client_chat_room_url: z.string(),
	server_chat_room_url: z.string(),
});
const received = z.object({ type: z.string(), from: z.string(), to: z.string(), payload: z.string() });

describe('live avatar sessions', () => {
	let emulator: Emulator;
	let client: Client;
	beforeEach(async () => {
		({ emulator, client } = await signedIn(frozen));
	});
	afterEach(() => emulator.close());

	async function open(): Promise<{ id: string; urls: z.infer<typeof urls> }> {
		const { data } = await client.post('/liveAvatar/session/create', { avatar_id: 'Ada_1080P_back' });
		expect(data.status).toBe(1);
		return { id: String(data._id), urls: urls.parse(data.stream_urls) };
	}
	async function streaming() {
		const session = await open();
		emulator.advance(200);
		return session;
	}
	const detail = async (id: string) => (await client.get('/liveAvatar/session/detail', { id })).data;
	const close = (id: string) => client.post('/liveAvatar/session/close', { id });
	const pause = (id: string) => client.post('/liveAvatar/session/pause', { id });

	async function connect(url: string): Promise<WebSocket> {
		const socket = new WebSocket(url);
		await once(socket, 'open');
		return socket;
	}
	function ask(socket: WebSocket, serverUrl: string, payload: object): void {
		const to = serverUrl.split('/').pop()?.replace('.chat', '');
		socket.send(
			JSON.stringify({ type: 'chat', payload: JSON.stringify({ message_id: 'm1', ...payload }), to }),
		);
	}
	/** The next answers (or refusals) that come to the message id, as many as asked for. */
	async function answers(socket: WebSocket, count: number): Promise<Array<Record<string, unknown>>> {
		const parts: Array<Record<string, unknown>> = [];
		for await (const [data] of on(socket, 'message')) {
			const message = received.parse(JSON.parse(String(data)));
			const payload = z
				.record(z.unknown())
				.parse(JSON.parse(message.payload === '' ? '{}' : message.payload));
			if (message.type === 'error' || payload.message_id === 'm1') parts.push(payload);
			if (parts.length >= count) break;
		}
		return parts;
	}

	it('go from queueing to streaming to closed', async () => {
		const { id } = await open();
		expect(await pause(id)).toMatchObject({ code: 1214 });
		emulator.advance(200);
		expect(await detail(id)).toMatchObject({ status: 2, app_name: 'live' });
		expect(await pause(id)).toMatchObject({ code: 1000 });
		expect(await close(id)).toMatchObject({ code: 1000 });
		expect(await detail(id)).toMatchObject({ status: 3 });
		expect([(await close(id)).code, (await pause(id)).code]).toEqual([1219, 1219]);
		expect([
			(await close('x')).code,
			(await client.get('/liveAvatar/session/detail', { id: 'x' })).code,
		]).toEqual([1216, 1216]);
	});

	it('take stream avatars that are ready, and only so many at a time', async () => {
		const create = (avatar_id?: string) => client.post('/liveAvatar/session/create', { avatar_id });
		expect(await create('nobody')).toMatchObject({
			code: 1003,
			msg: expect.stringContaining('does not exist'),
		});
		expect(await create('eve2024')).toMatchObject({
			code: 1003,
			msg: expect.stringContaining('stream avatar'),
		});
		expect(await create()).toMatchObject({
			code: 1003,
			msg: expect.stringContaining('avatar_id is missing'),
		});
		const upload = { url: `${emulator.mediaUrl}/short.mp4`, avatar_id: 'mine', type: '2' };
		await client.post('/avatar/create', upload);
		expect(await create('mine')).toMatchObject({ code: 1003, msg: expect.stringContaining('not ready') });
		emulator.jobs.complete();
		emulator.live.maxOpen = 1;
		expect(await create('mine')).toMatchObject({ code: 1000 });
		expect(await create('mine')).toMatchObject({ code: 1215 });
	});

	it('are listed with a count, by page and status, by the methods that are switched on', async () => {
		const { id } = await open();
		await open();
		await close(id);
		const list = (query: object) =>
			client.post(`/liveAvatar/session/list?${new URLSearchParams({ ...query }).toString()}`);
		expect(await list({})).toMatchObject({
			data: { count: 2, result: [{ status: 1 }, { _id: id, status: 3 }] },
		});
		expect(await list({ status: '3', page: '1', size: '5' })).toMatchObject({
			data: { count: 1, result: [{ _id: id }] },
		});
		expect((await list({ page: '2', size: '2' })).data).toEqual({ count: 2, result: [] });
		expect(await client.get('/liveAvatar/session/list')).toMatchObject({ data: { count: 2 } });
		emulator.shapes.sessionListMethod = 'GET';
		const url = `${emulator.baseUrl}/api/open/v3/liveAvatar/session/list`;
		expect((await fetch(url, { method: 'POST' })).status).toBe(405);
	});

	it('may show only the pull URL in their detail', async () => {
		const { id } = await streaming();
		emulator.shapes.sessionDetailUrls = 'pullOnly';
		expect((await detail(id)).stream_urls).toEqual({
			client_pull_stream_url: expect.stringContaining('http'),
		});
	});

	it('cost credits by the second while they stream, and die of silence', async () => {
		const { id } = await streaming();
		emulator.advance(10_000);
		expect(emulator.credit()).toBe(99_999);
		emulator.advance(3_600_000);
		expect(await detail(id)).toMatchObject({ status: 3 });
		expect(emulator.credit()).toBe(99_970);
	});

	it('fail to start when told to', async () => {
		emulator.live.failStart = true;
		const { id } = await streaming();
		expect(await detail(id)).toMatchObject({ status: 4 });
	});

	it('repeat in mode 1 and talk in mode 2, in parts that share the message id', async () => {
		const session = await streaming();
		const socket = await connect(session.urls.client_chat_room_url);
		ask(socket, session.urls.server_chat_room_url, { question: 'How are you?', language: 'de' });
		const echo = await answers(socket, 3);
		expect(echo.map(({ answer }) => answer).join('')).toBe('How are you?');
		expect(echo[0]).toMatchObject({ language: 'German', question: 'How are you?', mode_type: '1' });
		const prompt = { from: 'text', content: 'a pirate' };
		ask(socket, session.urls.server_chat_room_url, { question: 'Who?', mode_type: 2, prompt });
		expect((await answers(socket, 3)).map(({ answer }) => answer).join('')).toContain('a pirate');
		expect(emulator.chats.filter(({ event, text }) => event === 'sent' && !text.includes('m1'))).not.toEqual(
			[],
		);
		socket.terminate();
	});

	it('answer a message to the wrong server, or without a question, with what is wrong', async () => {
		const session = await streaming();
		const socket = await connect(session.urls.client_chat_room_url);
		ask(socket, 'ws://x.example/server_99', { question: 'Hi' });
		expect(await answers(socket, 1)).toMatchObject([
			{ code: 1003, msg: expect.stringContaining('server_1') },
		]);
		ask(socket, session.urls.server_chat_room_url, { question: '' });
		expect(await answers(socket, 1)).toMatchObject([
			{ code: 1003, msg: expect.stringContaining('question') },
		]);
		socket.terminate();
	});

	it('have a room only while they stream, and close it when they end', async () => {
		const early = await open();
		await expect(connect(early.urls.client_chat_room_url)).rejects.toThrow('403');
		emulator.advance(200);
		const socket = await connect(early.urls.client_chat_room_url);
		await close(early.id);
		const [code] = await once(socket, 'close');
		expect(code).toBe(1000);
		await expect(connect(early.urls.client_chat_room_url)).rejects.toThrow('403');
		await expect(connect(`${emulator.baseUrl.replace('http', 'ws')}/live/no/client_1`)).rejects.toThrow(
			'404',
		);
	});

	it('stream on after a pause when a message comes', async () => {
		const session = await streaming();
		const socket = await connect(session.urls.client_chat_room_url);
		await pause(session.id);
		ask(socket, session.urls.server_chat_room_url, { question: 'Still there?' });
		expect(await answers(socket, 3)).toHaveLength(3);
		expect(await detail(session.id)).toMatchObject({ status: 2 });
		socket.terminate();
	});

	it('reject the handshake, fall silent, end in the middle, send nonsense or too much, when told to', async () => {
		const session = await streaming();
		const url = session.urls.client_chat_room_url;
		emulator.live.rejectHandshake = 503;
		await expect(connect(url)).rejects.toThrow('503');
		emulator.live.rejectHandshake = undefined;
		emulator.live.noise = false;
		const first = await connect(url);
		emulator.live.closeMidAnswer = true;
		ask(first, session.urls.server_chat_room_url, { question: 'A long question' });
		expect(await answers(first, 1)).toHaveLength(1);
		expect((await once(first, 'close'))[0]).toBe(1011);
		emulator.live.closeMidAnswer = false;
		emulator.live.parts = 1;
		const second = await connect(url);
		emulator.live.invalidJson = true;
		ask(second, session.urls.server_chat_room_url, { question: 'Hi' });
		const [nonsense] = await once(second, 'message');
		expect(() => JSON.parse(String(nonsense)) as unknown).toThrow(SyntaxError);
		emulator.live.invalidJson = false;
		emulator.live.hugeAnswerBytes = 2_000_000;
		ask(second, session.urls.server_chat_room_url, { question: 'Hi' });
		expect(String((await once(second, 'message'))[0]).length).toBeGreaterThan(2_000_000);
		emulator.live.silent = true;
		ask(second, session.urls.server_chat_room_url, { question: 'Hi' });
		second.ping();
		await once(second, 'pong');
		second.terminate();
		expect(emulator.chats.at(-1)?.event).not.toBe('sent');
	});
});
