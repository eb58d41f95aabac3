import { z } from 'zod/v3';
import { recordsWithWarning } from '../../../shared/lists/pages';
import { readSessions, type SessionStatusNumber } from '../../../shared/lists/sessions';
import { howMany } from '../../../shared/operation/settings/shared';
import { defineCall } from '../../../shared/operation/defineOperation';
import { quoted, refuse } from '../../../shared/operation/parameters/messages';
import { collection, parameter } from '../../../shared/operation/parameters/builders';
import { changed } from '../../../shared/service/schema';

const STATUSES: Array<{ name: string; value: SessionStatusNumber }> = [
	{ name: 'Closed', value: 3 },
	{ name: 'Failed', value: 4 },
	{ name: 'Queued', value: 1 },
	{ name: 'Streaming', value: 2 },
];

/** A status as the screen stores it, or its name, which an expression or an agent may give. */
const status = changed(z.unknown(), (given, context): SessionStatusNumber | undefined => {
	if (given === undefined || given === null || given === '') return undefined;
	const word = (typeof given === 'string' ? given : JSON.stringify(given)).trim().toLowerCase();
	const found = STATUSES.find(({ name, value }) => name.toLowerCase() === word || String(value) === word);
	if (found) return found.value;
	return refuse(context, `must be one of queued, streaming, closed, failed, but ${quoted(given)} was given`);
});

/** The sessions of the account, with the service's own field names (service.md: Live avatar sessions). */
export const getAll = defineCall({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many live avatar sessions',
	description:
		'List the live avatar sessions of the account, those that are still open and cost credits for example',
	parameters: {
		...howMany,
		filters: collection(
			'Filters',
			{
				status: parameter('options', status, 'Status', {
					default: 2,
					options: STATUSES,
					description: 'Return only the sessions with this status',
				}),
			},
			{ placeholder: 'Add filter' },
		),
	},
	async call({ returnAll, limit, filters: { status } }, { context, transport }) {
		const most = returnAll ? Infinity : limit;
		return recordsWithWarning(await readSessions(transport, { status, most }), context);
	},
});
