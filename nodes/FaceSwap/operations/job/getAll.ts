import { defineRead } from '../../../shared/operation';
import { recordIds } from '../../parameters';

export const getAll = defineRead({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many swaps or age changes',
	description: 'Get the status and the result of many swaps or age changes by their IDs, one item each',
	kind: 'faceSwap',
	many: true,
	parameters: { ids: recordIds },
});
