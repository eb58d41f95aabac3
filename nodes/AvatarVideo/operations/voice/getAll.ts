import { readVoices, recordsWithWarning } from '../../../shared/lists/catalog';
import { defineGetMany } from '../../../shared/operation';
import { sourceFilter } from '../../avatars';

export const getAll = defineGetMany({
	action: 'Get many voices',
	description: 'List voices, official and own, one item each. Speech, videos and chats take the voice_id.',
	parameters: { filters: sourceFilter('Voices', 3, 4) },
	call: async ({ filters: { from } }, { context, transport, once }) =>
		recordsWithWarning(await once(`voices ${from}`, async () => await readVoices(transport, from)), context),
});
