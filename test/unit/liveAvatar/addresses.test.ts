import fc from 'fast-check';
import { isWebSocketUrl, serverIdOf } from '../../../nodes/LiveAvatar/chatParameters';

test.each([
	['wss://example.com/live/stream/server_12', 'server_12'],
	['wss://example.com/live/stream/server_12.chat', 'server_12'],
	['ws://127.0.0.1:4010/server_1/', 'server_1'],
	['wss://example.com/a/server_3.chat?token=1', 'server_3'],
	['wss://example.com/server_4.chat.chat', 'server_4.chat'],
	['wss://example.com/', undefined],
	['wss://example.com/.chat', undefined],
	['no address', undefined],
])('the server of %s is %s', (url, id) => {
	expect(serverIdOf(url)).toBe(id);
});

test('a server id survives any path before it, with and without the suffix', () => {
	const segment = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
	fc.assert(
		fc.property(fc.array(segment), segment, fc.constantFrom('', '.chat'), (path, id, suffix) => {
			expect(serverIdOf(`wss://example.com/${[...path, id].join('/')}${suffix}`)).toBe(id);
		}),
	);
});

test.each([
	['ws://127.0.0.1:4010/a', true],
	['wss://example.com/a', true],
	['WSS://example.com/a', true],
	['https://example.com/a', false],
	['wss://example.com/a#b', false],
	['example.com/a', false],
	['', false],
])('%s is the address of a WebSocket: %s', (url, is) => {
	expect(isWebSocketUrl(url)).toBe(is);
});
