import { z } from 'zod';
import { id, optionalText, status } from '../service/records/fields';
import { jobStatus } from '../service/status';
import type { Callback } from './types';

/** An id goes into a list of ids with commas when the record is read back, and into the log. */
const ID = /^[\x21-\x2b\x2d-\x7e]{1,200}$/;

const content = z
	.object({
		_id: id.refine((text) => ID.test(text)),
		status,
		video_status: status,
		type: optionalText,
		url: optionalText,
		video: optionalText,
	})
	.transform((fields, context): Omit<Callback, 'signed' | 'sentAt'> => {
		const known = jobStatus(fields.status ?? fields.video_status);
		if (known === 'unknown' || known === 'cancelled') {
			context.addIssue({ code: z.ZodIssueCode.custom, message: 'Expected a status from 1 to 4' });
			return z.NEVER;
		}
		return { id: fields._id, status: known, type: fields.type, url: fields.url ?? fields.video };
	});

/** Reads the plain fields of a callback, under either of their names (field notes: Callback body). */
export function readContent(fields: unknown): Omit<Callback, 'signed' | 'sentAt'> | undefined {
	const parsed = content.safeParse(fields);
	return parsed.success ? parsed.data : undefined;
}
