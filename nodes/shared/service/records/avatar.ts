import { z } from 'zod/v3';
import { failureFields, id, optionalId, optionalNumber, optionalText, status } from './fields';

/** An avatar (service.md: Avatars): `_id` reads its detail, videos and sessions take its `avatar_id`. */
export const avatarRecord = z
	.object({
		_id: id,
		avatar_id: optionalId,
		from: optionalNumber,
		status,
		name: optionalText,
		url: optionalText,
		modify_url: optionalText,
		thumbnailUrl: optionalText,
		type: optionalNumber,
		create_time: optionalNumber,
		...failureFields,
	})
	.passthrough();
export type AvatarRecord = z.infer<typeof avatarRecord>;
