import { readAvatars, recordsWithWarning } from '../../../shared/lists/catalog';
import { defineGetMany, howMany } from '../../../shared/operation';
import { sourceFilter } from '../../avatars';

export const getAll = defineGetMany({
	action: 'Get many avatars',
	description: 'List avatars, official and own, one item each. Videos take the avatar_id, Get takes the _id.',
	parameters: { ...howMany, filters: sourceFilter('Avatars', 2, 3) },
	async call({ returnAll, limit, filters: { from } }, { context, transport, once }) {
		const most = returnAll ? Infinity : limit;
		return await once(`avatars ${from} ${most}`, async () =>
			recordsWithWarning(await readAvatars(transport, { from, most }), context),
		);
	},
});
