import { jobKinds } from '../../../shared/jobs/kinds';
import { getOperation } from '../../../shared/operation/define';
import { givenId } from '../../../shared/operation/locators';

/** One avatar video or talking avatar for each item (service.md: Video records). */
export const get = getOperation({
	action: 'Get a video',
	description:
		'Get the status of an avatar video or a talking avatar and, once it is completed, the address of the video, by its ID',
	kind: jobKinds.video,
	parameters: { recordId: givenId('The ID that the creation of the video gave') },
});
