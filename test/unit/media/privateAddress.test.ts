import { isPrivateAddress } from '../../../nodes/shared/transport/privateAddress';

test.each([
	'http://localhost:5678/',
	'http://127.0.0.1/',
	'http://0.0.0.0/',
	'http://10.1.2.3/',
	'http://172.16.0.1/',
	'http://192.168.178.20:5678/',
	'http://169.254.1.1/',
	'http://100.64.0.1/',
	'http://[::1]:5678/',
	'http://[fd12:3456::1]/',
	'http://[fe80::1]/',
	'http://[::ffff:192.168.0.1]/',
	'http://[::ffff:127.0.0.1]/',
	'http://nas.local/',
	'http://n8n.internal/',
	'http://LOCALHOST./',
])('%s is private', (url) => {
	expect(isPrivateAddress(url)).toBe(true);
});

test.each([
	'https://n8n.example.com/',
	'http://172.32.0.1/',
	'http://172.15.0.1/',
	'http://192.169.0.1/',
	'http://100.128.0.1/',
	'http://[2001:db8::1]/',
	'http://[::ffff:8.8.8.8]/',
	'https://10.example.com/',
	'not an address',
])('%s is not', (url) => {
	expect(isPrivateAddress(url)).toBe(false);
});
