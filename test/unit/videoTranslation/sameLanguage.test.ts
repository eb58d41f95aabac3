import fc from 'fast-check';
import { inFull } from '../../../nodes/VideoTranslation/languages';

const isSameLanguage = (one: string, other: string) => inFull(one) === inFull(other);

test.each([
	['en', 'en'],
	['en', 'en-US'],
	['en_us', 'en-US'],
	['de-de', 'de'],
	['zh', 'zh-CN'],
	['zh-Hans', 'zh-CN'],
	['English', 'english'],
])('%s and %s are one language', (one, other) => {
	expect(isSameLanguage(one, other)).toBe(true);
});

test.each([
	['en', 'de'],
	['en-GB', 'en-US'],
	['zh', 'zh-TW'],
	['pt', 'pt-BR'],
	['por', 'pt-BR'],
	['English', 'en'],
])('%s and %s are not surely one language', (one, other) => {
	expect(isSameLanguage(one, other)).toBe(false);
});

test('any text is the same as itself, and the order of two does not matter', () => {
	const code = fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{2,3}([-_][A-Za-z]{2,4})?$/));
	fc.assert(
		fc.property(code, code, (one, other) => {
			expect(isSameLanguage(one, one)).toBe(true);
			expect(isSameLanguage(one, other)).toBe(isSameLanguage(other, one));
		}),
	);
});
