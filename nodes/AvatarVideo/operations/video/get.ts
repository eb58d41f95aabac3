import { defineGet, givenId } from '../../../shared/operation';

export const get = defineGet({
	action: 'Get avatar video or talking avatar',
	description: 'Get the status of an avatar video or a talking avatar and, once completed, its URL',
	kind: 'video',
	parameters: { recordId: givenId('made the video') },
});
