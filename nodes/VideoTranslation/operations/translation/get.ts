import { defineGet, givenId } from '../../../shared/operation';

export const get = defineGet({
	action: 'Get translated video',
	description: 'Get the status of a translation and, once completed, the URL of the video',
	kind: 'translation',
	parameters: { recordId: givenId('made the translation') },
});
