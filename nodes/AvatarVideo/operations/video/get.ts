import { jobKinds } from '../../../shared/jobs/kinds';
import { defineGet } from '../../../shared/operation/defineOperation';
import { givenId } from '../../../shared/operation/parameters/resourceLocators';

export const get = defineGet({
	action: 'Get an avatar video or a talking avatar',
	description: 'Get the status of an avatar video or a talking avatar and, once completed, its address',
	kind: jobKinds.video,
	parameters: { recordId: givenId('The ID that Create gave') },
});
