import { SESSIONS } from '../../../shared/lists/catalog';
import { getMany } from '../../../shared/lists/pages';
import { defineGetMany, filters, howMany, optionalChoice, search } from '../../../shared/operation';

export const getAll = defineGetMany({
	action: 'Get many live avatar sessions',
	description: 'List the live avatar sessions of the account, such as the open sessions that cost credits',
	parameters: {
		...howMany,
		filters: filters({
			status: optionalChoice('Status', {
				default: 2,
				options: [
					{ name: 'Closed', value: 3 },
					{ name: 'Failed', value: 4 },
					{ name: 'Queued', value: 1 },
					{ name: 'Streaming', value: 2 },
				],
				description: 'Return only the sessions with this status',
			}),
			search,
		}),
	},
	call: getMany(SESSIONS),
});
