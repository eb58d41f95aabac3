import { languageList, listOf, voiceList } from '../service/records';
import type { Transport } from '../transport/types';
import { rawRecord, readPages, type Listed, type RawRecord } from './pages';
import { cutAfter, labelled, listSearch } from './search';

const LIST = { method: 'GET', isList: true, intent: 'repeatable' } as const;

/** service.md: Video translation. @throws Failure */
export async function readLanguages(transport: Transport): Promise<RawRecord[]> {
	return await transport.send(
		{ ...LIST, path: '/language/list', group: 'videoTranslation' },
		listOf(rawRecord, ['lang_list', 'result']),
	);
}

export const DETECT = 'DEFAULT';

async function languageEntries(transport: Transport) {
	const languages = languageList.parse(await readLanguages(transport));
	const entries = languages.map(({ lang_code: value, lang_name: name = value, need_voice_id: needsVoice }) =>
		labelled(name, [needsVoice && 'needs a voice ID'], value),
	);
	return entries.sort((a, b) => a.name.localeCompare(b.name));
}

export const searchLanguages = listSearch(languageEntries);

export const searchSpokenLanguages = listSearch(async (transport) => [
	{ name: 'Detect Automatically', value: DETECT },
	...(await languageEntries(transport)),
]);

/** service.md: Voices and audio. @throws Failure */
export async function readVoices(transport: Transport, from?: 3 | 4): Promise<Listed> {
	const request = { ...LIST, path: '/voice/list', query: { from }, group: 'avatarVideo' } as const;
	return await readPages(transport, request, ({ voice_id }) => voice_id);
}

export const searchVoices = listSearch(async (transport) => {
	const { records, isWhole } = await readVoices(transport);
	const voices = voiceList.parse(records);
	const entries = voices.map(({ voice_id: value, name = value, gender, language, accent, from, preview }) =>
		labelled(name, [gender, language, accent, from === 4 && 'own'], value, preview),
	);
	return isWhole ? entries : [...entries, cutAfter(entries)];
});
