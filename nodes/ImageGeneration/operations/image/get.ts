import { defineGet, givenId } from '../../../shared/operation';

export const get = defineGet({
	action: 'Get image',
	description: 'Get the status of an image and, once completed, its URLs and buttons',
	kind: 'image',
	parameters: { recordId: givenId('made the image') },
});
