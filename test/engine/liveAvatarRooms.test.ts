import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { ask, liveChat, questions, quick } from './liveAvatarSetup';

/* Chats in a room that repeats what it should not. */

const live = liveChat();
interface Asked {
	message_id: string;
}
let server: WebSocketServer;
let answer: (asked: Asked) => object[];
beforeAll(async () => {
	server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
	await once(server, 'listening');
	server.on('connection', (socket) => {
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

const streamUrls = () => {
	const room = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`;
	return { clientChatRoomUrl: `${room}/client_9`, serverChatRoomUrl: `${room}/server_9` };
};
const askHere = async (parameters = {}) => {
	const input = questions({ streamUrls: streamUrls() }, 'How are you?');
	return await live.engine.run(ask(parameters), { input });
};

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
