import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Emulator } from './index';
import { frozen, signedIn, type Client } from './support/client';

/* What the nodes' own tests of sessions and chat do not look at. */

let emulator: Emulator;
let client: Client;
beforeEach(async () => {
	({ emulator, client } = await signedIn(frozen));
});
afterEach(() => emulator.close());

const create = (avatar_id?: string, more = {}) =>
	client.post('/liveAvatar/session/create', { avatar_id, ...more });
async function open(more = {}) {
	const { data } = await create('Ada_1080P_back', more);
	return { id: String(data._id), room: String(Object(data.stream_urls).client_chat_room_url), data };
}
async function streaming(more = {}) {
	const session = await open(more);
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

test('sessions go from queueing to streaming to closed', async () => {
	const { id } = await open();
	expect(await pause(id)).toMatchObject({ code: 1214 });
	emulator.advance(200);
	expect(await detail(id)).toMatchObject({ status: 2, app_name: 'live' });
	expect([(await pause(id)).code, (await close(id)).code]).toEqual([1000, 1000]);
	expect(await detail(id)).toMatchObject({ status: 3 });
	expect([(await close(id)).code, (await pause(id)).code]).toEqual([1219, 1219]);
	expect((await close('x')).code).toBe(1216);
});

test('sessions take stream avatars that are ready, and only so many at a time', async () => {
	const upload = { url: `${emulator.mediaUrl}/short.mp4`, avatar_id: 'mine', type: '2' };
	await client.post('/avatar/create', upload);
	const refusals: Array<[string | undefined, string]> = [
		['nobody', 'does not exist'],
		['eve2024', 'stream avatar'],
		[undefined, 'avatar_id is missing'],
		['mine', 'not ready'],
	];
	for (const [avatar, msg] of refusals) {
		expect(await create(avatar)).toMatchObject({ code: 1003, msg: expect.stringContaining(msg) });
	}
	emulator.jobs.complete();
	emulator.live.maxOpen = 1;
	expect([(await create('mine')).code, (await create('mine')).code]).toEqual([1000, 1215]);
});

test('sessions are listed with a count, by page and status', async () => {
	const { id } = await open();
	await open();
	await close(id);
	const list = async (query: string) => (await client.post(`/liveAvatar/session/list?${query}`)).data;
	expect(await list('')).toMatchObject({ count: 2, result: [{ status: 1 }, { _id: id, status: 3 }] });
	expect(await list('status=3&page=1&size=5')).toMatchObject({ count: 1, result: [{ _id: id }] });
	expect(await list('page=2&size=2')).toEqual({ count: 2, result: [] });
});

test('sessions cost credits by the second while they stream, and die of silence', async () => {
	const { id } = await streaming();
	emulator.advance(10_000);
	expect(emulator.credit()).toBe(99_999);
	emulator.advance(3_600_000);
	expect(await detail(id)).toMatchObject({ status: 3 });
	expect(emulator.credit()).toBe(99_970);
});

test('a room is open only while its session streams', async () => {
	const early = await open();
	await expect(connect(early.room)).rejects.toThrow('403');
	emulator.advance(200);
	const socket = await connect(early.room);
	await close(early.id);
	expect((await once(socket, 'close'))[0]).toBe(1000);
	await expect(connect(early.room)).rejects.toThrow('403');
	await expect(connect(`${emulator.baseUrl.replace('http', 'ws')}/live/no/client_1`)).rejects.toThrow('404');
});

test('a room loses its connection when the service goes offline', async () => {
	const closed = once(await connect((await streaming()).room), 'close');
	await emulator.offline();
	expect((await closed)[0]).toBe(1006);
});

test('a room tells what is wrong with a message, and takes base64', async () => {
	emulator.live.noise = false;
	const socket = await connect((await streaming()).room);
	const answerTo = async (to: string, payload: string) => {
		socket.send(JSON.stringify({ type: 'chat', to, payload }));
		return JSON.parse(JSON.parse(String((await once(socket, 'message'))[0])).payload);
	};
	const question = JSON.stringify({ message_id: 'm1', question: 'Hi', language: 'de' });
	expect(await answerTo('server_99', question)).toMatchObject({
		code: 1003,
		msg: expect.stringContaining('server_1'),
	});
	expect(await answerTo('server_1', '{"message_id":"m1"}')).toMatchObject({
		code: 1003,
		msg: expect.stringContaining('question'),
	});
	emulator.live.parts = 1;
	expect(await answerTo('server_1', Buffer.from(question).toString('base64'))).toMatchObject({
		...{ message_id: 'm1', question: 'Hi', answer: 'Hi', mode_type: '1', language: 'German' },
	});
	socket.terminate();
});
