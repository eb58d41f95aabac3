import { closest, codeOf, inFull } from '../../nodes/VideoTranslation/languages';
import { languages as known } from '../emulator/endpoints/catalogue';
import fc from 'fast-check';

const languages = [...known, ['pt-BR', 'Portuguese (Brazil)'] as const].map(([lang_code, lang_name]) => ({
	lang_code,
	lang_name,
}));

test.each([
	['German', 'de'],
	['german ', 'de'],
	['de-DE', 'de'],
	['de-AT', 'de'],
	['deu', 'de'],
	['Portuguese (Portugal)', 'pt'],
	['Portugese', 'pt'],
	['Germna', 'de'],
	['Klingon', undefined],
	['49', undefined],
])('the closest language to %s is %s', (typed, code) => {
	expect(closest(typed, languages)?.lang_code).toBe(code);
});

test('a language code is sent in the spelling of the list, and unchanged without a list', () => {
	expect(codeOf('Translate Into', 'PT_br', languages)).toBe('pt-BR');
	expect(codeOf('Translate Into', 'Klingon', [])).toBe('Klingon');
});

test.each(['German', 'german ', 'Deutsch'])('the name %s stands for its code', (name) => {
	expect(codeOf('Translate Into', name, languages)).toBe('de');
});

const isSameLanguage = (one: string, other: string) => inFull(one) === inFull(other);

test.each([
	['en', 'en'],
	['en', 'en-US'],
	['en_us', 'en-US'],
	['de-de', 'de'],
	['zh', 'zh-CN'],
	['zh-Hans', 'zh-CN'],
	['English', 'english'],
])('%s and %s are the same language', (one, other) => {
	expect(isSameLanguage(one, other)).toBe(true);
});

test.each([
	['en', 'de'],
	['en-GB', 'en-US'],
	['zh', 'zh-TW'],
	['pt', 'pt-BR'],
	['por', 'pt-BR'],
	['English', 'en'],
])('%s and %s may be different languages', (one, other) => {
	expect(isSameLanguage(one, other)).toBe(false);
});

test('a language is the same as itself, and the order of two does not matter', () => {
	const code = fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{2,3}([-_][A-Za-z]{2,4})?$/));
	fc.assert(
		fc.property(code, code, (one, other) => {
			expect(isSameLanguage(one, one)).toBe(true);
			expect(isSameLanguage(one, other)).toBe(isSameLanguage(other, one));
		}),
	);
});
