import { z } from 'zod';
import { readAvatars } from '../../../shared/lists';
import { callOperation } from '../../../shared/operation/define';
import { flag, optionalNumber } from '../../../shared/operation/inputs';
import { avatarFilter } from '../../sources';

const DEFAULT_LIMIT = 50;

/** The avatars of the service and of the account, from all pages of the list (service.md: Avatars). */
export const getAll = callOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many avatars',
	description: 'List avatars, official and own, one item each: avatar_id is what videos take, _id is for Get',
	fields: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			default: 50,
			typeOptions: { minValue: 1 },
			displayOptions: { show: { returnAll: [false] } },
			description: 'Max number of results to return',
		},
		avatarFilter.field,
	],
	input: z.object({
		returnAll: flag(false),
		limit: optionalNumber((schema) => schema.int().min(1)),
		filters: avatarFilter.input,
	}),
	async call({ returnAll, limit = DEFAULT_LIMIT, filters: { from } }, { transport, once }) {
		const most = returnAll ? Infinity : limit;
		return await once(`avatars ${from} ${most}`, async () => await readAvatars(transport, { from, most }));
	},
});
