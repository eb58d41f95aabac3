import { CODES_BY_GROUP } from '../support/codes';
import { runnerOf } from '../support/runner';
import { setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 });
const CODES = CODES_BY_GROUP.videoTranslation.filter((code) => code !== 1000);

describe('the languages', () => {
	const languages = runnerOf(() => bench.engine, 'videoTranslation', 'language.getAll');

	test('come one by one, with the names of the service, and are read once for all items', async () => {
		const before = bench.emulator.requestsTo('/language/list').length;
		const items = await languages({}, [{}, {}]);
		expect(items).toContainEqual({ lang_code: 'de', lang_name: 'German', url: expect.any(String) });
		expect(items).toHaveLength(28);
		expect(bench.emulator.requestsTo('/language/list')).toHaveLength(before + 1);
	});

	test.each(CODES)('that are refused with %i are an item with what to do', async (code) => {
		bench.emulator.faults.add({ kind: 'code', code, match: { path: '/language/list' }, times: 4 });
		const [item] = await languages();
		expect(item?.details).toMatchObject({ errorCode: code, description: expect.any(String) });
	});
});
