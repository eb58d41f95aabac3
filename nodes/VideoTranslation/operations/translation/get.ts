import { jobKinds } from '../../../shared/jobs/kinds';
import { defineGet } from '../../../shared/operation/defineOperation';
import { givenId } from '../../../shared/operation/parameters/resourceLocators';

export const get = defineGet({
	action: 'Get a translated video',
	description: 'Get the status of a translation and, once completed, the address of the video',
	kind: jobKinds.video,
	parameters: { recordId: givenId('The ID that Create gave') },
});
