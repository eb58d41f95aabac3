import { defineButton } from '../../buttons';

export const upscale = defineButton('U', {
	value: 'upscale',
	action: 'Upscale image',
	description: 'Make one of the four images of a generation larger, in 4K. Returns a new ID.',
});
