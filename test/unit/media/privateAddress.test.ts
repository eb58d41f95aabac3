import fc from 'fast-check';
import { isPrivateAddress } from '../../../nodes/shared/transport/privateAddress';

test.each([
	'http://localhost:5678/',
	'http://n8n:5678/',
	'http://127.0.0.1/',
	'http://127.8.9.10:3000/x',
	'http://0.0.0.0/',
	'http://10.1.2.3/',
	'http://172.16.0.1/',
	'http://172.31.255.255/',
	'http://192.168.178.20:5678/',
	'http://169.254.1.1/',
	'http://100.64.0.1/',
	'http://[::1]:5678/',
	'http://[fd12:3456::1]/',
	'http://[fe80::1]/',
	'http://[::ffff:192.168.0.1]/',
	'http://[::ffff:10.0.0.1]/',
	'http://[::ffff:172.16.0.1]/',
	'http://[::ffff:127.0.0.1]/',
	'http://nas.local/',
	'http://n8n.internal/',
	'http://app.localhost/',
	'http://LOCALHOST./',
])('%s is private', (url) => {
	expect(isPrivateAddress(url)).toBe(true);
});

test.each([
	'https://n8n.example.com/',
	'https://8.8.8.8/',
	'http://172.32.0.1/',
	'http://172.15.0.1/',
	'http://192.169.0.1/',
	'http://100.128.0.1/',
	'http://[2001:db8::1]/',
	'http://[::ffff:8.8.8.8]/',
	'https://internal.example.com/',
	'https://10.example.com/',
	'not an address',
])('%s is not', (url) => {
	expect(isPrivateAddress(url)).toBe(false);
});

test('every address of the private blocks is private, whatever the port and the path', () => {
	const byte = fc.integer({ min: 0, max: 255 });
	const host = fc.oneof(
		fc.tuple(fc.constantFrom(10, 127), byte, byte, byte),
		fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
		fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
	);
	fc.assert(
		fc.property(host, fc.integer({ min: 1, max: 65535 }), fc.webPath(), (parts, port, path) => {
			expect(isPrivateAddress(`http://${parts.join('.')}:${port}${path}`)).toBe(true);
		}),
	);
});
