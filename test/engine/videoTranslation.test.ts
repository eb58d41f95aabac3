import { setUp } from '../support/bench';

const bench = setUp({ jobMs: 400 });
const languages = bench.runner('videoTranslation', 'language.getAll');

test('Get Many returns each language with the name of the service, and reads the list once for all items', async () => {
	const items = await languages({}, [{}, {}]);
	expect(items).toContainEqual({ lang_code: 'de', lang_name: 'German', url: expect.any(String) });
	expect(items).toHaveLength(28);
	expect(bench.emulator.requestsTo('/language/list')).toHaveLength(1);
});
