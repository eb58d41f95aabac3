import { jobKinds } from '../../../shared/jobs/kinds';
import { defineGet } from '../../../shared/operation/defineOperation';
import { givenId } from '../../../shared/operation/parameters/resourceLocators';

/** One image record for each item (service.md: Images). */
export const get = defineGet({
	action: 'Get a generated image',
	description:
		'Get the status of an image and, once it is completed, its addresses and its buttons, by its ID (of a generation, an upscale or a variation)',
	kind: jobKinds.image,
	parameters: { recordId: givenId('The ID that a generation, an upscale or a variation gave') },
});
