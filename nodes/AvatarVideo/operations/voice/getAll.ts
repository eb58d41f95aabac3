import { VOICES } from '../../../shared/lists/catalog';
import { getMany } from '../../../shared/lists/pages';
import { defineGetMany } from '../../../shared/operation';
import { sourceFilter } from '../../avatars';

export const getAll = defineGetMany({
	action: 'Get many voices',
	description: 'List voices, official and own, one item each. Speech, videos and chats take the voice_id.',
	parameters: { filters: sourceFilter('Voices', 3, 4) },
	call: getMany(VOICES),
});
