import { z } from 'zod';
import { callOperation } from '../../../shared/operation/define';
import { toFailure } from '../../../shared/operation/failure';
import { ids } from '../../../shared/operation/inputs';

/** Cancels swaps and age changes by their job id (service.md: Age change). */
export const cancel = callOperation({
	value: 'cancel',
	name: 'Cancel (Also Swaps)',
	action: 'Cancel swap or age change jobs',
	description: 'Cancel unfinished swaps or age changes by their job ID',
	fields: [
		{
			displayName: 'Job IDs',
			name: 'jobIds',
			type: 'string',
			default: '={{ $json.jobId }}',
			required: true,
			description: 'One or more job IDs (jobId of a create, not its ID), separated by commas',
		},
	],
	input: z.object({ jobIds: ids }),
	async call({ jobIds }, { transport }) {
		const request = transport.send(
			{
				method: 'POST',
				path: '/faceswap/job/del',
				body: { job_ids: jobIds.join(',') },
				intent: 'repeatable',
				group: 'faceSwap',
			},
			z.unknown(),
		);
		await request.catch((error: unknown) => {
			throw toFailure(error, { jobId: jobIds.join(', ') });
		});
		return { success: true, jobIds };
	},
});
