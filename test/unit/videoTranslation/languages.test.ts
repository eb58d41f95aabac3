import { closest, codeOf } from '../../../nodes/VideoTranslation/languages';
import { languages as known } from '../../emulator/endpoints/catalogue';

const languages = [...known, ['pt-BR', 'Portuguese (Brazil)'] as const].map(([lang_code, lang_name]) => ({
	lang_code,
	lang_name,
}));

test.each([
	['German', 'de'],
	['german ', 'de'],
	['Deutsch', 'de'],
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

test('a code in another case is sent as the list has it, and any code where there is no list', () => {
	expect(codeOf('Translate Into', 'PT_br', languages)).toBe('pt-BR');
	expect(codeOf('Translate Into', 'Klingon', [])).toBe('Klingon');
});
