import fc from 'fast-check';
import { normalizeAddress } from '../../../nodes/shared/transport/hosts';

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
