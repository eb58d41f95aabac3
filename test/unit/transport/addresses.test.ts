import fc from 'fast-check';
import { normalizeAddress } from '../../../nodes/shared/transport/hosts';
import { isPrivateAddress } from '../../../nodes/shared/transport/privateAddress';

test.each([
	['https://api.example.com', 'https://api.example.com'],
	[' https://api.example.com/ ', 'https://api.example.com'],
	['HTTPS://API.example.com//', 'https://api.example.com'],
	['http://127.0.0.1:8080/base/', 'http://127.0.0.1:8080/base'],
	['https://api.example.com/api/open/v3', 'https://api.example.com'],
	['https://example.com/proxy/api/open/v3/', 'https://example.com/proxy'],
])('%p stands for %p', (pasted, address) => {
	expect(normalizeAddress(pasted, 'Base URL')).toBe(address);
});

test.each([
	'',
	'  ',
	undefined,
	7,
	'api.example.com',
	'/relative',
	'ftp://example.com',
	'https://',
	'http://a b',
])('%p is refused by the name of its field', (pasted) => {
	expect(() => normalizeAddress(pasted, 'Face Detection URL')).toThrow(
		'Face Detection URL in the credential',
	);
});

test('normalizing twice is normalizing once', () => {
	fc.assert(
		fc.property(fc.webUrl({ withQueryParameters: false, withFragments: false }), (url) => {
			const once = normalizeAddress(url, 'Base URL');
			expect(normalizeAddress(once, 'Base URL')).toBe(once);
		}),
	);
});

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
