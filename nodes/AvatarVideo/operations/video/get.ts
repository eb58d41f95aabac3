import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { readOperation } from '../../../shared/operation/define';
import { recordIdField } from '../../../shared/operation/fields';
import { id } from '../../../shared/operation/inputs';

/** One avatar video or talking avatar for each item (service.md: Video records). */
export const get = readOperation({
	value: 'get',
	name: 'Get',
	action: 'Get a video',
	description:
		'Get the status of an avatar video or a talking avatar and, once it is completed, the address of the video, by its ID',
	kind: jobKinds.video,
	fields: [recordIdField('The ID that the creation of the video gave')],
	input: z.object({ recordId: id }),
	ids: ({ recordId }) => [recordId],
});
