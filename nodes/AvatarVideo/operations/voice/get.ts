import { defineGet, givenId } from '../../../shared/operation';

export const get = defineGet({
	action: 'Get an audio',
	description: 'Get the status of a spoken text and, once completed, the address of the audio',
	kind: 'audio',
	parameters: { recordId: givenId('The ID that Text to Speech or Clone gave') },
});
