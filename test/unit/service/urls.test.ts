import fc from 'fast-check';
import { parseFaceItems } from '../../../nodes/shared/faces';
import { mediaSchema } from '../../../nodes/shared/operation/parameters/resourceLocators';
import { urlSchema } from '../../../nodes/shared/operation/parameters/schemas';
import { quoted, errorMap } from '../../../nodes/shared/operation/parameters/messages';
import { isHttpUrl, parseUrl, withoutSecrets } from '../../../nodes/shared/service/urls';

const PASSWORD = 'pass-word';
const TOKEN = 'to-ken';

test.each([
	`ftp://name:${PASSWORD}@example.com/a.png?token=${TOKEN}`,
	`ftp://name:${PASSWORD}@in@example.com/?a="x&token=${TOKEN}"&b=${TOKEN}`,
	`see ftp://name:${PASSWORD}@example.com and ftp://b:${PASSWORD}@c/?next=http://d/?token=${TOKEN}`,
])('a refused address quotes no password and no query: %s', (address) => {
	const told = [
		quoted(address),
		quoted({ url: address, list: [address] }),
		JSON.stringify(urlSchema.safeParse(address, { errorMap: errorMap }).error?.issues),
		JSON.stringify(mediaSchema.safeParse(address).error?.issues),
		JSON.stringify(mediaSchema.safeParse({ mode: 'url', value: [address] }).error?.issues),
		...[address, [{ path: address, opts: '1,2:3,4:5,6:7,8' }], [{ path: 'x', opts: address }]].map(
			(faces) => {
				try {
					return JSON.stringify(parseFaceItems(faces, 'Faces'));
				} catch (error) {
					return String(error);
				}
			},
		),
	];
	for (const text of told) {
		expect(text).not.toContain(PASSWORD);
		expect(text).not.toContain(TOKEN);
	}
});

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
