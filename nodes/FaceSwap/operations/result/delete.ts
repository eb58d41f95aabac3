import { z } from 'zod/v3';
import { callOperation } from '../../../shared/operation/define';
import { toFailure } from '../../../shared/operation/failure';
import { ids } from '../../../shared/operation/inputs';
import { resultIdsField } from './resultIds';

/** Deletes results at the service (service.md: Results). */
export const deleteResults = callOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete results',
	description: 'Delete results of swaps or age changes at the service, before their 7 days are over',
	fields: [resultIdsField],
	input: z.object({ ids }),
	async call(input, { transport }) {
		const request = transport.send(
			{
				method: 'POST',
				path: '/faceswap/result/delbyids',
				body: { _ids: input.ids.join(',') },
				intent: 'repeatable',
				group: 'faceSwap',
			},
			z.unknown(),
		);
		await request.catch((error: unknown) => {
			throw toFailure(error, { id: input.ids.join(', ') });
		});
		return { success: true, ids: input.ids };
	},
});
