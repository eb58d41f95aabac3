import { languageList } from '../service/records';
import { listOf } from '../service/records/fields';
import type { Transport } from '../transport/types';
import { rawRecord, type RawRecord } from './pages';
import { listSearch } from './search';

/** The languages with the service's own field names (service.md: Video translation). @throws ServiceError */
export async function readLanguages(transport: Transport): Promise<RawRecord[]> {
	return await transport.send(
		{ method: 'GET', path: '/language/list', intent: 'repeatable', group: 'videoTranslation' },
		listOf(rawRecord, ['lang_list', 'result']),
	);
}

/** Dropdown of the languages by their names; its values are the codes that the service takes. */
export const searchLanguages = listSearch(async (transport) => {
	const languages = languageList.parse(await readLanguages(transport));
	const entries = languages.map(({ lang_code: value, lang_name: name = value }) => ({ name, value }));
	return entries.sort((a, b) => a.name.localeCompare(b.name));
});
