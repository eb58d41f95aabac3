import { jobKinds } from '../../../shared/jobs/kinds';
import { givenId } from '../../../shared/operation/locators';
import { getOperation } from '../../../shared/operation/define';

/** One result of a swap or an age change for each item (service.md: Results). */
export const get = getOperation({
	action: 'Get a result',
	description: 'Get the status and the result of a swap or an age change by its ID',
	kind: jobKinds.faceSwap,
	parameters: { recordId: givenId('The ID that a swap or an age change gave (not its jobId)') },
});
