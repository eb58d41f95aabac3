import { AVATARS } from '../../../shared/lists/catalog';
import { getMany } from '../../../shared/lists/pages';
import { defineGetMany, howMany } from '../../../shared/operation';
import { sourceFilter } from '../../avatars';

export const getAll = defineGetMany({
	action: 'Get many avatars',
	description: 'List avatars, official and own, one item each. Videos take the avatar_id, Get takes the _id.',
	parameters: { ...howMany, filters: sourceFilter('Avatars', 2, 3) },
	call: getMany(AVATARS),
});
