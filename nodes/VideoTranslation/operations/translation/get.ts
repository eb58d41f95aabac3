import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { readOperation } from '../../../shared/operation/define';
import { recordIdField } from '../../../shared/operation/fields';
import { id } from '../../../shared/operation/inputs';

/** One translation for each item (service.md: Video records). */
export const get = readOperation({
	value: 'get',
	name: 'Get',
	action: 'Get a translation',
	description:
		'Get the status of a translation and, once it is completed, the address of the video, by its ID',
	kind: jobKinds.video,
	fields: [recordIdField('The ID that the creation of the translation gave')],
	input: z.object({ recordId: id }),
	ids: ({ recordId }) => [recordId],
});
