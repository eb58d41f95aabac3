import { z } from 'zod/v3';
import { id, optionalText, status } from '../service/records/fields';
import { jobStatus } from '../service/status';
import { isObject } from '../service/values';
import type { Callback } from './types';

/** The id goes into a comma-separated list when the record is read back, and into the log. */
const ID = /^[\x21-\x2b\x2d-\x7e]{1,200}$/;

const content = z
	.object({
		_id: id.refine((text) => ID.test(text)),
		status,
		video_status: status,
		image_status: status,
		faceswap_status: status,
		type: optionalText,
		url: optionalText,
		video: optionalText,
		image: optionalText,
	})
	.transform((fields, context): Omit<Callback, 'signed' | 'sentAt'> => {
		const { video_status, image_status, faceswap_status } = fields;
		const known = jobStatus(fields.status ?? video_status ?? image_status ?? faceswap_status);
		if (known === 'unknown' || known === 'cancelled') {
			context.addIssue({ code: z.ZodIssueCode.custom, message: 'Expected a status from 1 to 4' });
			return z.NEVER;
		}
		return {
			id: fields._id,
			status: known,
			type: fields.type,
			url: fields.url ?? fields.video ?? fields.image,
		};
	});

/**
 * Reads the plain fields of a callback, under their names in callbacks (service.md: Callbacks) or in the record that it
 * is about, either at the top or inside `data`.
 */
export function readContent(fields: unknown): Omit<Callback, 'signed' | 'sentAt'> | undefined {
	const inner = isObject(fields) && isObject(fields.data) ? { ...fields, ...fields.data } : fields;
	const parsed = content.safeParse(inner);
	return parsed.success ? parsed.data : undefined;
}
