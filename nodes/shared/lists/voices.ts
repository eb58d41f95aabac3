import { voiceList } from '../service/records';
import { listOf } from '../service/records/fields';
import type { Transport } from '../transport/types';
import { rawRecord, type RawRecord } from './pages';
import { labelled, listSearch } from './search';

/**
 * The voices with the service's own field names (service.md: Voices and audio).
 * @param from 3 official ones, 4 the account's own, all of them when absent
 * @throws ServiceError
 */
export async function readVoices(transport: Transport, from?: 3 | 4): Promise<RawRecord[]> {
	return await transport.send(
		{ method: 'GET', path: '/voice/list', query: { from }, intent: 'repeatable', group: 'avatarVideo' },
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
