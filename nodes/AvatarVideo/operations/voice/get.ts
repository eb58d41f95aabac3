import { jobKinds } from '../../../shared/jobs/kinds';
import { defineGet } from '../../../shared/operation/defineOperation';
import { givenId } from '../../../shared/operation/parameters/resourceLocators';

export const get = defineGet({
	action: 'Get an audio',
	description: 'Get the status of a spoken text and, once completed, the address of the audio',
	kind: jobKinds.audio,
	parameters: { recordId: givenId('The ID that Text to Speech or Clone gave') },
});
