import type { INodeProperties } from 'n8n-workflow';
import { jobKinds } from '../../../shared/jobs/kinds';
import { listField } from '../../../shared/lists';
import { getOperation } from '../../../shared/operation/define';

/** The record of an avatar; the service can list these. */
const recordId: INodeProperties = {
	...listField({
		name: 'recordId',
		displayName: 'Avatar',
		required: true,
		searchListMethod: 'searchAvatarRecords',
		placeholder: 'e.g. 66a1f0c2e4b0d1a2b3c4d5e6',
		description:
			'The avatar, by the ID of its record: the id that Upload gave, or the _id that Get Many lists (not the avatar_id)',
	}),
	default: { mode: 'id', value: '={{ $json.id }}' },
};

/** One avatar for each item (service.md: Avatars). */
export const get = getOperation({
	action: 'Get an avatar',
	description:
		'Get the status of an avatar, and wait until it can be used if wanted. Gives its avatarId, which videos and sessions take.',
	kind: jobKinds.avatar,
	field: recordId,
});
