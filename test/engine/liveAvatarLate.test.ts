import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { askOn, liveChat, quick } from './liveAvatarSetup';

/* A room whose first answer has a late end; its answers have the ids of their questions, or ids of its own. */

const live = liveChat();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
beforeAll(async () => {
	if (server.address() === null) await once(server, 'listening');
	let connections = 0;
	server.on('connection', (socket, { url }) => {
		if (url?.includes('mute') && ++connections === 1) return;
		const asked: string[] = [];
		socket.on('message', (data) => {
			const { question, message_id } = JSON.parse(JSON.parse(String(data)).payload);
			asked.push(question);
			const say = (number: number, answer: string) => {
				const id = url?.includes('own') ? `own-${number}` : message_id;
				const payload = JSON.stringify({ message_id: id, question: asked[number - 1], answer });
				socket.send(JSON.stringify({ type: 'chat', payload }));
			};
			if (asked.length === 1) return say(1, 'First');
			say(1, ', with a late end');
			say(2, 'Second');
		});
	});
});
afterAll(async () => {
	for (const client of server.clients) client.terminate();
	await new Promise((resolve) => server.close(resolve));
});

const answersOf = async (session: string, questions: string[], options = {}) => {
	const room = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/${session}`;
	const streamUrls = { clientChatRoomUrl: `${room}/client_9`, serverChatRoomUrl: `${room}/server_9` };
	const input = questions.map((question) => ({ streamUrls, question }));
	const result = await live.engine.run(askOn({ options: { ...quick, ...options } }), { input });
	return [1, 0].flatMap((output) => result.json('Node', output).map(({ answer, error }) => answer ?? error));
};

test('the late end of an earlier answer is no part of the next one, though the question is the same', async () => {
	expect(await answersOf('own', ['Hello', 'Hello'])).toEqual(['First', 'Second']);
});

test('nor is it where all messages have the same ID, and the questions differ', async () => {
	const options = { messageId: 'question' };
	expect(await answersOf('live', ['Who are you?', 'And who am I?'], options)).toEqual(['First', 'Second']);
});

test('a connection on which no answer came is not used again: it may be dead, and nobody says so', async () => {
	expect(await answersOf('mute', ['Hello?', 'Are you there?'], { answerTimeout: 1 })).toEqual([
		'The avatar gave no answer within 1 second',
		'First',
	]);
});
