import { jobKinds } from '../../../shared/jobs/kinds';
import { defineRead } from '../../../shared/operation/defineOperation';
import { resultIds } from '../../parameters';

/** Many results from a list of ids, in the order asked for (service.md: Results). */
export const getAll = defineRead({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get the results of many swaps or age changes',
	description: 'Get the status and the result of many swaps or age changes by their IDs, one item each',
	kind: jobKinds.faceSwap,
	many: true,
	parameters: { ids: resultIds },
	ids: ({ ids }) => ids,
});
