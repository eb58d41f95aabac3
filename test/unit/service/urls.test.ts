import fc from 'fast-check';
import { isHttpUrl, parseUrl, withoutSecrets } from '../../../nodes/shared/service/urls';

test('a text without an address stays as it is', () => {
	fc.assert(
		fc.property(fc.string(), (text) => {
			if (!text.includes('://')) expect(withoutSecrets(text)).toBe(text);
		}),
	);
});

test('an address is what the platform takes for one', () => {
	fc.assert(
		fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()), (text) => {
			expect(parseUrl(text)?.href).toBe(URL.canParse(text) ? new URL(text).href : undefined);
		}),
	);
});

test('a long address is one when its host is short', () => {
	expect(isHttpUrl(`https://example.com/${'a'.repeat(1_000_000)}`)).toBe(true);
	expect(isHttpUrl(`https://name:password@example.com:8443?${'a'.repeat(1_000)}`)).toBe(true);
	expect(isHttpUrl(`https://${'a'.repeat(301)}`)).toBe(false);
	expect(isHttpUrl(`data:image/png;base64,${'a'.repeat(1_000)}`)).toBe(false);
	expect(parseUrl('a:'.padEnd(300, 'b'))).toBeDefined();
	expect(parseUrl('a:'.padEnd(301, 'b'))).toBeUndefined();
});
