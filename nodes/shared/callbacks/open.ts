import { z } from 'zod/v3';
import { optionalText, rawId, status } from '../service/records/fields';
import { changed } from '../service/schema';
import { jobStatus } from '../service/status';
import { isObject, parseJson } from '../service/values';
import { refuse, type Opened } from './refusal';
import { looksSigned, unseal, type CallbackKeys } from './sealed';

/** The id goes into a comma-separated list when the record is read back, and into the log. */
const ID = /^[\x21-\x2b\x2d-\x7e]{1,200}$/;

/** The fields of a callback, under their names in callbacks (service.md: Callbacks) or in the record that it is about. */
const fields = z.object({
	_id: rawId.pipe(z.string().regex(ID)),
	status,
	video_status: status,
	image_status: status,
	faceswap_status: status,
	type: optionalText,
});
const content = changed(fields, ({ _id, type, ...given }, context) => {
	const status = jobStatus(given.status ?? given.video_status ?? given.image_status ?? given.faceswap_status);
	if (status === 'unknown') context.addIssue({ code: 'custom', message: 'Expected a status from 1 to 4' });
	return {
		/** The record's id. */
		id: _id,
		status,
		/** The sender's name for the kind of job, if it gives one. */
		type,
	};
});

/** What a callback says about a job. It is a hint: the record read back from the service is the truth. */
export interface Callback extends z.output<typeof content> {
	/** Whether the body was signed and encrypted with the keys of the credential. */
	signed: boolean;
	/** When a signed callback was made: milliseconds since the epoch. A plain body carries no time. */
	sentAt?: number;
}

/** Which bodies are accepted: `signed` refuses those without a signature. */
export type Accept = 'signedOrPlain' | 'signed';

/**
 * Opens the body of a callback, signed or plain (service.md: Callbacks). Pure. A plain one is never authentic by
 * itself: the service has to confirm it.
 * @param given the body as JSON gives it; all of it may be in its `data`, as in the answers of the service
 * @param now milliseconds since the epoch
 */
export function openCallback(
	given: unknown,
	keys: CallbackKeys,
	accept: Accept,
	now: number,
): Opened<Callback> {
	const body = isObject(given) && looksSigned(given.data) ? given.data : given;
	if (!looksSigned(body)) {
		const plain = readContent(body);
		if (plain === undefined) return refuse('noCallback', 'The body has none of the fields of a callback');
		if (accept === 'signed') {
			return refuse('notAuthentic', 'The callback is not signed, and Accept is set to Signed Only');
		}
		return { ok: true, value: { ...plain, signed: false } };
	}
	const unsealed = unseal(body, keys, now);
	if (!unsealed.ok) return unsealed;
	const { text, sentAt } = unsealed.value;
	const inner = readContent(parseJson(text));
	if (inner === undefined) return refuse('noCallback', 'The content has none of the fields of a callback');
	return { ok: true, value: { ...inner, signed: true, sentAt } };
}

/** The fields may be at the top or inside `data`. */
function readContent(fields: unknown): z.output<typeof content> | undefined {
	const inner = isObject(fields) && isObject(fields.data) ? { ...fields, ...fields.data } : fields;
	return content.safeParse(inner).data;
}
