import { jobKinds } from '../../../shared/jobs/kinds';
import { getOperation } from '../../../shared/operation/define';
import { givenId } from '../../../shared/operation/locators';

/** One translation for each item (service.md: Video records). */
export const get = getOperation({
	action: 'Get a translation',
	description:
		'Get the status of a translation and, once it is completed, the address of the video, by its ID',
	kind: jobKinds.video,
	parameters: { recordId: givenId('The ID that the creation of the translation gave') },
});
