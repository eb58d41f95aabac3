import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { recordIdField } from '../../../shared/operation/fields';
import { readOperation } from '../../../shared/operation/define';
import { id } from '../../../shared/operation/inputs';

/** One result of a swap or an age change for each item (service.md: Results). */
export const get = readOperation({
	value: 'get',
	name: 'Get',
	action: 'Get a result',
	description: 'Get the status and the result of a swap or an age change by its ID',
	kind: jobKinds.faceSwap,
	fields: [recordIdField('The ID that a swap or an age change gave (not its jobId)')],
	input: z.object({ recordId: id }),
	ids: ({ recordId }) => [recordId],
});
