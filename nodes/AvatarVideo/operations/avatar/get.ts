import { z } from 'zod';
import { jobKinds } from '../../../shared/jobs/kinds';
import { readOperation } from '../../../shared/operation/define';
import { recordIdField } from '../../../shared/operation/fields';
import { id } from '../../../shared/operation/inputs';

/** One avatar for each item (interface: Get avatar detail). */
export const get = readOperation({
	value: 'get',
	name: 'Get',
	action: 'Get an avatar',
	description:
		'Get the status of an avatar, and wait until it can be used if wanted, by the ID of its record (_id of the list, not avatar_id)',
	kind: jobKinds.avatar,
	fields: [
		recordIdField('The ID that the upload gave, or the _id of an avatar of the list (not its avatar_id)'),
	],
	input: z.object({ recordId: id }),
	ids: ({ recordId }) => [recordId],
});
