import { z } from 'zod';
import { failureFields, id, listOf, optionalId, optionalNumber, optionalText, status } from './fields';

/** An avatar (service.md: Avatars): `_id` reads its detail, `avatar_id` is what videos and sessions take. */
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
		gender: optionalText,
		type: optionalNumber,
		create_time: optionalNumber,
		...failureFields,
	})
	.passthrough();
export type AvatarRecord = z.infer<typeof avatarRecord>;

/** `data` of the avatar list: an array or `{result}` (service.md: Shapes that vary). */
export const avatarList = listOf(avatarRecord);
export type AvatarList = z.infer<typeof avatarList>;

/**
 * `data` of avatar detail and upload: an array of one, or the object (service.md: Shapes that vary). Undefined when
 * the list is empty or null: the service knows no such avatar.
 */
export const avatarOne = z.preprocess(
	(data) => (Array.isArray(data) ? data[0] : data) ?? undefined,
	avatarRecord.optional(),
);
export type AvatarOne = z.infer<typeof avatarOne>;
