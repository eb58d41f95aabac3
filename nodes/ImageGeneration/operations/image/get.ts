import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { readOperation } from '../../../shared/operation/define';
import { recordIdField } from '../../../shared/operation/fields';
import { id } from '../../../shared/operation/inputs';

/** One image record for each item (service.md: Images). */
export const get = readOperation({
	value: 'get',
	name: 'Get',
	action: 'Get an image',
	description:
		'Get the status of an image and, once it is completed, its addresses and its buttons, by its ID (of a generation, an upscale or a variation)',
	kind: jobKinds.image,
	fields: [recordIdField('The ID that a generation, an upscale or a variation gave')],
	input: z.object({ recordId: id }),
	ids: ({ recordId }) => [recordId],
});
