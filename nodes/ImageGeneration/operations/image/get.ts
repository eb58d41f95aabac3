import { jobKinds } from '../../../shared/jobs/kinds';
import { defineGet } from '../../../shared/operation/defineOperation';
import { givenId } from '../../../shared/operation/parameters/resourceLocators';

export const get = defineGet({
	action: 'Get an image',
	description: 'Get the status of an image and, once completed, its addresses and buttons',
	kind: jobKinds.image,
	parameters: { recordId: givenId('The ID that a generation, an upscale or a variation gave') },
});
