import { defineButton } from '../../buttons';

export const vary = defineButton('V', {
	value: 'vary',
	action: 'Vary image',
	description: 'Make variations of one of the four images of a generation. Returns a new ID.',
});
