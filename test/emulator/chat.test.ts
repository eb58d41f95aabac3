import { on, once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod/v3';

import type { Emulator } from './index';
import { frozen, signedIn, type Client } from './support/client';

const urls = z.object({
	client_pull_stream_url: z.string(),
	client_chat_room_url: z.string(),
	server_chat_room_url: z.string(),
});
const received = z.object({ type: z.string(), from: z.string(), to: z.string(), payload: z.string() });

describe('live sessions in chat', () => {
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

	it('may name their server with .chat behind the id, which the client leaves out', async () => {
		emulator.shapes.serverUrlSuffix = '.chat';
		const session = await streaming();
		expect(session.urls.server_chat_room_url).toMatch(/server_1\.chat$/);
		const socket = await connect(session.urls.client_chat_room_url);
		ask(socket, session.urls.server_chat_room_url, { question: 'Hi' });
		expect(await answers(socket, 1)).toMatchObject([{ question: 'Hi' }]);
		socket.terminate();
	});

	it('lose their connection when the service goes offline', async () => {
		const session = await streaming();
		const socket = await connect(session.urls.client_chat_room_url);
		const closed = once(socket, 'close');
		await emulator.offline();
		expect((await closed)[0]).toBe(1006);
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
