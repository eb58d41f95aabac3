import type { INodeListSearchItems } from 'n8n-workflow';
import { z } from 'zod/v3';
import { voiceList, type Voice } from '../service/records';
import { listOf } from '../service/records/fields';
import type { ServiceRequest } from '../service/request';
import type { Transport } from '../transport/types';
import type { RawRecord } from './pages';
import { listSearch } from './search';

/** Which voices: 3 official ones, 4 the account's own, all of them when absent (service.md: Voices and audio). */
export type VoiceSource = 3 | 4;

function requestFor(from?: VoiceSource): ServiceRequest {
	return { method: 'GET', path: '/voice/list', query: { from }, intent: 'repeatable', group: 'avatarVideo' };
}

/** The voices with the service's own field names (service.md: Voices and audio). @throws ServiceError */
export async function readVoices(transport: Transport, from?: VoiceSource): Promise<RawRecord[]> {
	return await transport.send(requestFor(from), listOf(z.record(z.unknown())));
}

/** Dropdown of the voices, official and own, with the details that tell them apart. */
export const searchVoices = listSearch(async (transport) =>
	(await transport.send(requestFor(), voiceList)).map(voiceEntry),
);

/** A voice as the dropdown shows it; the address is a sample to listen to. */
export function voiceEntry({ voice_id: value, preview, ...voice }: Voice): INodeListSearchItems {
	const { name = value, gender, language, accent, from } = voice;
	const notes = [gender, language, accent, from === 4 && 'own'].filter(Boolean);
	return {
		name: notes.length > 0 ? `${name} (${notes.join(', ')})` : name,
		value,
		...(preview !== undefined && { url: preview }),
	};
}
