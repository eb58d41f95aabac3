import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { until } from '../support/until';
import { ask, CONTINUES, liveChat, questions, quick } from './liveAvatarSetup';

/* Chats in rooms that behave differently, and in rooms that break. */

const live = liveChat();
interface Asked {
	message_id: string;
	question: string;
}
let server: WebSocketServer;
let answer: (asked: Asked) => object[];
let handshakes = 0;
beforeAll(async () => {
	server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
	await once(server, 'listening');
	server.on('connection', (socket) => {
		handshakes += 1;
		const send = (part: object) =>
			socket.send(
				JSON.stringify({ type: 'chat', from: 'server_9', to: 'client_9', payload: JSON.stringify(part) }),
			);
		socket.on('message', (data) => {
			const { payload } = JSON.parse(String(data)) as { payload: string };
			answer(JSON.parse(payload) as Asked).forEach(send);
		});
	});
});
afterAll(() => {
	server.clients.forEach((client) => client.terminate());
	server.close();
});
beforeEach(() => (handshakes = 0));

const streamUrls = () => {
	const room = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`;
	return { clientChatRoomUrl: `${room}/client_9`, serverChatRoomUrl: `${room}/server_9` };
};
const askHere = async (parameters = {}) => {
	const input = questions({ streamUrls: streamUrls() }, 'How are you?');
	return await live.engine.run(ask(parameters), { input });
};
/** The answers to questions in one room, or else their failures. */
const answersTo = async (texts: string[], options = {}) => {
	const input = questions({ streamUrls: streamUrls() }, ...texts);
	const result = await live.engine.run(ask({ options: { ...quick, ...options } }, CONTINUES), { input });
	return [0, 1].flatMap((output) =>
		result.json('Node', output).map(({ answer: said, error }) => said ?? error),
	);
};

test('the question after an unanswered question gets a new connection, and no late answer', async () => {
	const all: Asked[] = [];
	const late = { answer: 'An answer to the first question' };
	answer = (question) => (all.push(question) > 1 ? [{ ...all[0], ...late }] : []);
	const silence = 'The avatar gave no answer within 1 second';
	expect(await answersTo(['One?', 'One?'], { answerTimeout: 1 })).toEqual([silence, silence]);
	expect(handshakes).toBe(2);
});

test('the secret and the token, which a service may repeat, are hidden in the chat, complete or in parts', async () => {
	const { clientSecret } = live.engine.readCredential();
	const keys = [String(clientSecret), 'token-of-the-service'];
	live.engine.saveCredential({ ...live.engine.readCredential(), accessToken: keys[1] ?? '' });
	answer = ({ message_id }) => [
		{ message_id, answer: `Your keys: ${keys.join(' ')} and ${keys[0]?.slice(0, 5)}` },
		{ message_id, answer: `${keys[0]?.slice(5)}.`, echo: { keys } },
	];
	const output = JSON.stringify((await askHere({ options: { ...quick, simplify: false } })).json('Node'));
	expect(output).toContain('Your keys: *** *** and ***.');
	answer = ({ message_id }) => [{ message_id, code: 1777, msg: `no ${keys.join(' ')}` }];
	const refused = await askHere();
	const told = `${refused.error?.message} ${refused.error?.description}`;
	expect(told).toContain('***');
	for (const key of keys) expect(output + told + live.engine.logs.text()).not.toContain(key);
});

test('a room that breaks gets three tries if it is not available, and can recover between them', async () => {
	const input = questions(await live.open(), 'Hi');
	live.emulator.live.rejectHandshake = 503;
	const { error } = await live.engine.run(ask(), { input });
	expect(error?.message).toBe('The chat room is not available at the moment (HTTP 503)');
	expect(live.count('rejected')).toBe(3);
	const running = live.engine.run(ask(), { input });
	await until(() => live.count('rejected') === 4);
	live.emulator.live.rejectHandshake = undefined;
	expect((await running).json('Node')).toMatchObject([{ answer: expect.any(String) }]);
});
