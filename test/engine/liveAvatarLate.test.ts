import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { ask, liveChat } from './liveAvatarSetup';

/* A room that gives its answers ids of its own, and whose first answer has a late end. */

const live = liveChat();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
beforeAll(async () => {
	if (server.address() === null) await once(server, 'listening');
	let questions = 0;
	server.on('connection', (socket) => {
		socket.on('message', (data) => {
			const { question }: { question: string } = JSON.parse(JSON.parse(String(data)).payload);
			const say = (id: string, answer: string) => {
				const payload = JSON.stringify({ message_id: id, question, answer });
				socket.send(JSON.stringify({ type: 'chat', payload }));
			};
			questions += 1;
			if (questions === 1) return say('own-1', 'First');
			say('own-1', ', with a late end');
			say('own-2', 'Second');
		});
	});
});
afterAll(async () => {
	for (const client of server.clients) client.terminate();
	await new Promise((resolve) => server.close(resolve));
});

test('the late end of an earlier answer is no part of the next one, though the question is the same', async () => {
	const room = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`;
	const streamUrls = { clientChatRoomUrl: `${room}/client_9`, serverChatRoomUrl: `${room}/server_9` };
	const item = { streamUrls, question: 'Hello' };
	const result = await live.engine.run(ask(), { input: [item, item] });
	expect(result.json('Node').map(({ answer }) => answer)).toEqual(['First', 'Second']);
});
