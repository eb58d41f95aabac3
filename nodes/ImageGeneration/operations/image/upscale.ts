import { defineCreate } from '../../../shared/operation/defineOperation';
import { buttonCreate, planButton } from '../../buttons';

/** service.md: Upscale and vary */
export const upscale = defineCreate({
	value: 'upscale',
	name: 'Upscale',
	action: 'Upscale an image',
	description: 'Make one of the four images of a generation larger, in 4K. Gives an ID of its own.',
	...buttonCreate,
	plan: async (input, tools) => await planButton('U', input, tools),
});
