import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { readOperation } from '../../../shared/operation/define';
import { recordIdField } from '../../../shared/operation/fields';
import { id } from '../../../shared/operation/inputs';

/** One spoken text for each item (service.md: Voices and audio). */
export const get = readOperation({
	value: 'get',
	name: 'Get',
	action: 'Get an audio',
	description:
		'Get the status of a spoken text and, once it is completed, the address of the audio, by the ID that Text to Speech or Clone gave',
	kind: jobKinds.audio,
	fields: [recordIdField('The ID that Text to Speech or Clone gave')],
	input: z.object({ recordId: id }),
	ids: ({ recordId }) => [recordId],
});
