import { z } from '../../../shared/zod';
import { jobKinds } from '../../../shared/jobs/kinds';
import { isUnknown, readJobs } from '../../../shared/jobs/read';
import { hint } from '../../../shared/n8n/hintsAndCustomData';
import { defineCall, notice, toFailure } from '../../../shared/operation';
import { freeRequest } from '../../../shared/service/request';
import { recordIds } from '../../parameters';

const description = "Delete results at the service before their 7 days are over. You can't undo it.";

export const deleteResults = defineCall({
	value: 'delete',
	action: 'Delete swaps or age changes',
	description,
	parameters: { deleteNotice: notice(description), ids: recordIds },
	async call({ ids }, { transport, context }) {
		// The service calls the delete of an unknown ID a success.
		const found = await readJobs(transport, jobKinds.faceSwap, ids);
		const asked = { body: { _ids: ids.join(',') }, emptyIsDone: true };
		const request = freeRequest('faceSwap', 'POST', '/faceswap/result/delbyids', asked);
		await transport.send(request, z.unknown()).catch((error: unknown) => {
			throw toFailure(error, { id: ids.join(', ') });
		});
		const unknown = ids.filter((id) => !found.has(id) || isUnknown(found.get(id)));
		if (unknown.length > 0) {
			hint(context, `${unknown.length} of ${ids.length} did not exist: ${unknown.join(', ')}`, 'warning');
		}
		return { success: true, ids };
	},
});
