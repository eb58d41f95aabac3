import { languageList, voiceList } from '../service/records';
import { listOf } from '../service/records/fieldSchemas';
import type { Transport } from '../transport/types';
import { rawRecord, type RawRecord } from './pages';
import { labelled, listSearch } from './search';

const LIST = { method: 'GET', isList: true, intent: 'repeatable' } as const;

/** The languages with the service's own field names (service.md: Video translation). @throws ServiceError */
export async function readLanguages(transport: Transport): Promise<RawRecord[]> {
	return await transport.send(
		{ ...LIST, path: '/language/list', group: 'videoTranslation' },
		listOf(rawRecord, ['lang_list', 'result']),
	);
}

/** Dropdown of the languages by their names; its values are the codes that the service takes. */
export const searchLanguages = listSearch(async (transport) => {
	const languages = languageList.parse(await readLanguages(transport));
	const entries = languages.map(({ lang_code: value, lang_name: name = value }) => ({ name, value }));
	return entries.sort((a, b) => a.name.localeCompare(b.name));
});

/**
 * The voices with the service's own field names (service.md: Voices and audio).
 * @param from 3 official ones, 4 the account's own, all of them when absent
 * @throws ServiceError
 */
export async function readVoices(transport: Transport, from?: 3 | 4): Promise<RawRecord[]> {
	return await transport.send(
		{ ...LIST, path: '/voice/list', query: { from }, group: 'avatarVideo' },
		listOf(rawRecord),
	);
}

/** Dropdown of the voices, official and own, with the details that tell them apart; the address is a sample to listen to. */
export const searchVoices = listSearch(async (transport) => {
	const voices = voiceList.parse(await readVoices(transport));
	return voices.map(({ voice_id: value, name = value, gender, language, accent, from, preview }) =>
		labelled(name, [gender, language, accent, from === 4 && 'own'], value, preview),
	);
});
