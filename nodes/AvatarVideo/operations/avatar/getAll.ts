import { avatarEntries, readAvatars } from '../../../shared/lists/catalog';
import { listOutput, mostToRead } from '../../../shared/lists/pages';
import { defineGetMany, howMany } from '../../../shared/operation';
import { sourceFilter } from '../../avatars';

export const getAll = defineGetMany({
	action: 'Get many avatars',
	description: 'List avatars, official and own, one item each. Videos take the avatar_id, Get takes the _id.',
	parameters: { ...howMany, filters: sourceFilter('Avatars', 2, 3) },
	async call({ returnAll, limit, filters: { from, search } }, { context, transport, once }) {
		const most = returnAll ? Infinity : limit;
		const read = mostToRead(context, most, search);
		const all = await once(
			`avatars ${from} ${read}`,
			async () => await readAvatars(transport, { from, most: read }),
		);
		return listOutput(all, context, { key: 'avatar_id', entriesOf: avatarEntries, search, most });
	},
});
