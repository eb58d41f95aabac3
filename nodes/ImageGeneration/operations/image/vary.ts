import { defineCreate } from '../../../shared/operation/defineOperation';
import { buttonCreate, planButton } from '../../buttons';

/** service.md: Upscale and vary */
export const vary = defineCreate({
	value: 'vary',
	name: 'Vary',
	action: 'Vary an image',
	description: 'Make variations of one of the four images of a generation. Gives an ID of its own.',
	...buttonCreate,
	plan: async (input, tools) => await planButton('V', input, tools),
});
