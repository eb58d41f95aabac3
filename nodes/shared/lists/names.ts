import { asError, Failure } from '../service/failure';
import { languageList, voiceList } from '../service/records';
import type { Transport } from '../transport/types';
import { readLanguages, readVoices } from './wholeLists';

interface Named {
	id: string;
	name?: string;
	needsVoice?: boolean;
}

interface Asking {
	transport: Transport;
	once: <T>(key: string, make: () => Promise<T>) => Promise<T>;
}

const LISTS: Record<'voices' | 'languages', (transport: Transport) => Promise<Named[]>> = {
	voices: async (transport) =>
		voiceList.parse((await readVoices(transport)).records).map(({ voice_id: id, name }) => ({ id, name })),
	languages: async (transport) =>
		languageList
			.parse(await readLanguages(transport))
			.map(({ lang_code: id, lang_name: name, need_voice_id: needsVoice }) => ({ id, name, needsVoice })),
};

/** If the list can't be read, it is empty. @throws Failure when nothing more can be created */
export async function known(list: keyof typeof LISTS, { once, transport }: Asking): Promise<Named[]> {
	return await once(`names of ${list}`, async () => {
		try {
			return await LISTS[list](transport);
		} catch (error) {
			if (!(error instanceof Failure) || error.scope === 'run') throw asError(error);
			return [];
		}
	});
}

/** The entry with this ID, or else the only entry with this name. `PT_br` is `pt-BR`. */
export function findNamed<T extends { name?: string }>(
	entries: readonly T[],
	given: string,
	idOf: (entry: T) => string | undefined,
): T | undefined {
	const exact = entries.find((each) => idOf(each) === given);
	if (exact) return exact;
	const typed = plain(given);
	const byId = entries.filter((each) => plain(idOf(each)) === typed);
	const found = byId.length > 0 ? byId : entries.filter(({ name }) => plain(name) === typed);
	return new Set(found.map(idOf)).size === 1 ? found[0] : undefined;
}

const plain = (text = '') => text.trim().replaceAll('_', '-').toLowerCase();

/** The ID of an exact name. If no list has the name, the service decides. */
export async function idIn(list: keyof typeof LISTS, given: string, asking: Asking): Promise<string> {
	// An ID needs no request.
	if (!/\s|^\p{Lu}\p{Ll}*$/u.test(given)) return given;
	return findNamed(await known(list, asking), given, ({ id }) => id)?.id ?? given;
}
