import { readVoices, voiceEntries } from '../../../shared/lists/catalog';
import { listOutput } from '../../../shared/lists/pages';
import { defineGetMany } from '../../../shared/operation';
import { sourceFilter } from '../../avatars';

export const getAll = defineGetMany({
	action: 'Get many voices',
	description: 'List voices, official and own, one item each. Speech, videos and chats take the voice_id.',
	parameters: { filters: sourceFilter('Voices', 3, 4) },
	async call({ filters: { from, search } }, { context, transport, once }) {
		const all = await once(`voices ${from}`, async () => await readVoices(transport, from));
		return listOutput(all, context, { key: 'voice_id', entriesOf: voiceEntries, search });
	},
});
