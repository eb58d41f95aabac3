import { z } from '../../../shared/zod';
import { defineCall, toFailure } from '../../../shared/operation';
import { freeRequest } from '../../../shared/service/request';
import { recordIds } from '../../parameters';

/** service.md: Results */
export const deleteResults = defineCall({
	value: 'delete',
	name: 'Delete',
	action: 'Delete swaps or age changes',
	description: "Delete results at the service before their 7 days are over. You can't undo it.",
	parameters: { ids: recordIds },
	async call({ ids }, { transport }) {
		const asked = { body: { _ids: ids.join(',') }, emptyIsDone: true };
		const request = freeRequest('faceSwap', 'POST', '/faceswap/result/delbyids', asked);
		await transport.send(request, z.unknown()).catch((error: unknown) => {
			throw toFailure(error, { id: ids.join(', ') });
		});
		return { success: true, ids };
	},
});
