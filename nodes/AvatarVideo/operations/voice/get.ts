import { defineGet, givenId } from '../../../shared/operation';

export const get = defineGet({
	action: 'Get audio file',
	description: 'Get the status of a spoken text and, once completed, the URL of its audio file',
	kind: 'audio',
	parameters: { recordId: givenId('made the audio file') },
});
