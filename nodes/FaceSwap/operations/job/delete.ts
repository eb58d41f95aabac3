import { z } from '../../../shared/zod';
import { defineCall, toFailure } from '../../../shared/operation';
import { recordIds } from '../../parameters';

/** service.md: Results */
export const deleteResults = defineCall({
	value: 'delete',
	name: 'Delete',
	action: 'Delete swaps or age changes',
	description: "Delete results at the service before their 7 days are over. You can't undo it.",
	parameters: { ids: recordIds },
	async call({ ids }, { transport }) {
		const request = transport.send(
			{
				method: 'POST',
				path: '/faceswap/result/delbyids',
				body: { _ids: ids.join(',') },
				intent: 'repeatable',
				emptyIsDone: true,
				group: 'faceSwap',
			},
			z.unknown(),
		);
		await request.catch((error: unknown) => {
			throw toFailure(error, { id: ids.join(', ') });
		});
		return { success: true, ids };
	},
});
