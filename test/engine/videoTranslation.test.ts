import { setUp } from '../support/bench';

const bench = setUp({ jobMs: 400 });
const translate = bench.runner('videoTranslation', 'translation.create', {
	video: { __rl: true, mode: 'url', value: 'https://example.com/talk.mp4' },
	sourceLanguage: { __rl: true, mode: 'list', value: 'en', cachedResultName: 'English' },
	language: { __rl: true, mode: 'id', value: 'de' },
});

const languages = bench.runner('videoTranslation', 'language.getAll');

test.each([
	[{ language: 'de,fr' }, /^Translate Into: "de,fr" is not in the list of languages$/, /Choose a language/],
	[{ language: 'EN', sourceLanguage: 'English' }, /^Spoken Language and Translate Into are both en$/, /./],
	[{ sourceLanguage: 'Klingon' }, /^Spoken Language: "Klingon" is not in the list/, /Choose a language/],
	...['Deutsch', 'ger', 'de-DE'].map(
		(language) => [{ language }, / is not in the list/, /Enter "de" in Translate Into/] as const,
	),
] as const)(
	'a translation with %j is refused before it is sent, with the way out',
	async (parameters, message, advice) => {
		const refusal = await translate.refusal(parameters);
		expect(refusal.message).toMatch(message);
		expect(refusal.description).toMatch(advice);
		expect(bench.bodies('createbytranslate')).toEqual([]);
	},
);

test('Get Many returns each language with the name of the service, and reads the list once for all items', async () => {
	const items = await languages({}, [{}, {}]);
	expect(items).toContainEqual({ lang_code: 'de', lang_name: 'German', url: expect.any(String) });
	expect(items).toHaveLength(28);
	expect(bench.emulator.requestsTo('/language/list')).toHaveLength(1);
});
