import { defineGet, givenId } from '../../../shared/operation';

export const get = defineGet({
	action: 'Get swap or age change',
	description: 'Get the status and the result of a swap or an age change by its ID',
	kind: 'faceSwap',
	parameters: { recordId: givenId('made the swap or the age change (not its jobId)') },
});
