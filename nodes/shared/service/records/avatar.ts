import type { z } from 'zod/v3';
import { jobFields, optionalId, optionalNumber, optionalText, record, status } from './fields';

/** An avatar (service.md: Avatars): `_id` reads its detail, videos and sessions take its `avatar_id`. */
export const avatarRecord = record({
	...jobFields,
	avatar_id: optionalId,
	from: optionalNumber,
	status,
	name: optionalText,
	url: optionalText,
	modify_url: optionalText,
	thumbnailUrl: optionalText,
	type: optionalNumber,
	create_time: optionalNumber,
});
export type AvatarRecord = z.infer<typeof avatarRecord>;
