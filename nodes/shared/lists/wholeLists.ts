import { asError, Failure } from '../service/failure';
import { languageList, listOf, voiceList } from '../service/records';
import type { Transport } from '../transport/transport';
import { rawRecord, readPages, type Listed, type RawRecord } from './pages';
import { cutAfter, findNamed, labelled, listSearch } from './search';

const LIST = { method: 'GET', isList: true, intent: 'repeatable' } as const;

/** service.md: Video translation. @throws Failure */
export async function readLanguages(transport: Transport): Promise<RawRecord[]> {
	return await transport.send(
		{ ...LIST, path: '/language/list', group: 'videoTranslation' },
		listOf(rawRecord, ['lang_list', 'result']),
	);
}

export const DETECT = 'DEFAULT';

export async function languagesOf(transport: Transport): Promise<Named[]> {
	const languages = languageList.parse(await readLanguages(transport));
	return languages.map(({ lang_code: id, lang_name: name, need_voice_id: needsVoice }) => ({
		...{ id, name, needsVoice },
	}));
}

async function languageEntries(transport: Transport) {
	const entries = (await languagesOf(transport)).map(({ id, name = id, needsVoice }) =>
		labelled(name, [needsVoice && 'needs a voice ID'], id),
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

interface Named {
	id: string;
	name?: string;
	needsVoice?: boolean;
}

interface Asking {
	transport: Transport;
	once: <T>(key: string, make: () => Promise<T>) => Promise<T>;
}

/** `fault` says why the list is missing, and empty. @throws Failure when nothing more can be created */
export async function known<T>(list: (transport: Transport) => Promise<T[]>, { once, transport }: Asking) {
	return await once(`list ${list.name}`, async (): Promise<{ all: T[]; fault?: Failure }> => {
		try {
			return { all: await list(transport) };
		} catch (error) {
			if (!(error instanceof Failure) || error.scope === 'run') throw asError(error);
			return { all: [], fault: error };
		}
	});
}

const LISTS = {
	voices: async (transport: Transport): Promise<Named[]> =>
		voiceList.parse((await readVoices(transport)).records).map(({ voice_id: id, name }) => ({ id, name })),
	languages: languagesOf,
};

/** The ID of an exact name. If no list has the name, the service decides. */
export async function idIn(list: keyof typeof LISTS, given: string, asking: Asking): Promise<string> {
	// An ID needs no request.
	if (!/\s|^\p{Lu}\p{Ll}*$/u.test(given)) return given;
	return findNamed((await known(LISTS[list], asking)).all, given, ({ id }) => id)?.id ?? given;
}
