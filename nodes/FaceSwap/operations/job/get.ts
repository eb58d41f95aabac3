import { jobKinds } from '../../../shared/jobs/kinds';
import { givenId } from '../../../shared/operation/parameters/resourceLocators';
import { defineGet } from '../../../shared/operation/defineOperation';

export const get = defineGet({
	action: 'Get a swap or age change',
	description: 'Get the status and the result of a swap or an age change by its ID',
	kind: jobKinds.faceSwap,
	parameters: { recordId: givenId('The ID that a swap or an age change gave (not its jobId)') },
});
