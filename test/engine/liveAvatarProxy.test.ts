import { Proxy } from '../support/proxy';
import { ask, askOn, liveChat, questions } from './liveAvatarSetup';

/* n8n takes its proxy from HTTP_PROXY, HTTPS_PROXY and NO_PROXY, for all requests of its own: so does the chat. */

const live = liveChat();
const proxy = new Proxy();

test('a chat goes through the proxy of n8n', async () => {
	const session = await live.open();
	proxy.switchOn();
	const result = await live.engine.run(ask(), { input: questions(session, 'Hello?') });
	expect(result.json('Node')).toMatchObject([{ answer: expect.stringContaining('Hello?') }]);
	const room = session.streamUrls.clientChatRoomUrl.replace(/^ws/, 'http');
	expect(proxy.passed).toContain(`UPGRADE ${room}`);
});

test.each([
	['502 Bad Gateway', /^The chat room is not available at the moment \(HTTP 502\)$/],
	['407 Proxy Authentication Required', /^The proxy before the chat room asks for a name and a password/],
])(
	'an encrypted one asks the proxy for a tunnel; one that it refuses with %s is told',
	async (refusal, message) => {
		const session = await live.open();
		proxy.refusal = refusal;
		proxy.switchOn();
		session.streamUrls.clientChatRoomUrl = 'wss://chat.example.com/room/client_1';
		const result = await live.engine.run(askOn(), { input: questions(session, 'Hello?') });
		expect(proxy.passed).toContain('CONNECT chat.example.com:443');
		expect(result.json('Node', 1)[0]?.error).toMatch(message);
	},
);

test('hosts that are excepted are asked without it', async () => {
	const session = await live.open();
	proxy.switchOn('127.0.0.1,localhost');
	const result = await live.engine.run(ask(), { input: questions(session, 'Hello?') });
	expect(result.json('Node')).toMatchObject([{ answer: expect.stringContaining('Hello?') }]);
	expect(proxy.passed).toEqual([]);
});

test('without a proxy a chat ends as it begins: no connection stays for others', async () => {
	const result = await live.engine.run(ask(), { input: questions(await live.open(), 'Hello?', 'Again?') });
	expect(result.json('Node')).toHaveLength(2);
	expect(live.count('connected')).toBe(1);
});
