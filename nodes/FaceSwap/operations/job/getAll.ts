import { jobKinds } from '../../../shared/jobs/kinds';
import { defineRead } from '../../../shared/operation/defineOperation';
import { recordIds } from '../../parameters';

export const getAll = defineRead({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many swaps or age changes',
	description: 'Get the status and the result of many swaps or age changes by their IDs, one item each',
	kind: jobKinds.faceSwap,
	many: true,
	parameters: { ids: recordIds },
	ids: ({ ids }) => ids,
});
