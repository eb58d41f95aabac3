import { z } from 'zod/v3';
import { optionalTextField, rawId, statusField } from '../service/records/fieldSchemas';
import { changed } from '../service/schema';
import { jobStatus } from '../service/status';
import { isObject, parseJson } from '../service/values';
import { looksSigned, refuseCallback, unseal, type CallbackKeys, type Opened } from './sealed';

/** The id goes into a comma-separated list when the record is read back, and into the log. */
const ID = /^[\x21-\x2b\x2d-\x7e]{1,200}$/;

const ofJob = rawId.pipe(z.string().regex(ID)).optional().catch(undefined);

function refuseContent(context: z.RefinementCtx, message: string) {
	context.addIssue({ code: 'custom', message });
	return z.NEVER;
}

/** The fields of a callback, under their names in callbacks (service.md: Callbacks) or in the record that it is about. */
const fields = z.object({
	...{ _id: ofJob, id: ofJob, video_model_id: ofJob, image_model_id: ofJob, audio_model_id: ofJob },
	status: statusField,
	video_status: statusField,
	image_status: statusField,
	faceswap_status: statusField,
	type: optionalTextField,
});
const content = changed(fields, ({ type, ...given }, context) => {
	const named = given._id ?? given.id ?? given.video_model_id ?? given.image_model_id ?? given.audio_model_id;
	if (named === undefined) return refuseContent(context, 'Expected the ID of a record');
	const status = jobStatus(given.status ?? given.video_status ?? given.image_status ?? given.faceswap_status);
	if (status === 'unknown') return refuseContent(context, 'Expected a status from 1 to 4');
	return {
		/** The record's id. */
		id: named,
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
		if (plain === undefined)
			return refuseCallback('noCallback', 'The body has none of the fields of a callback');
		if (accept === 'signed') {
			return refuseCallback('notAuthentic', 'The callback is not signed, and Accept is set to Signed Only');
		}
		return { ok: true, value: { ...plain, signed: false } };
	}
	const unsealed = unseal(body, keys, now);
	if (!unsealed.ok) return unsealed;
	const { text, sentAt } = unsealed.value;
	const inner = readContent(parseJson(text));
	if (inner === undefined)
		return refuseCallback('noCallback', 'The content has none of the fields of a callback');
	return { ok: true, value: { ...inner, signed: true, sentAt } };
}

/**
 * The fields may be at the top or inside `data`: as an object, the only entry of a list, or that of `data.result`. A
 * list of several is no callback: each tells of one job.
 */
function readContent(fields: unknown): z.output<typeof content> | undefined {
	if (!isObject(fields)) return undefined;
	const { data } = fields;
	const list: unknown = isObject(data) && Array.isArray(data.result) ? data.result : data;
	const entries: unknown[] = Array.isArray(list) ? list : [list];
	const [only, ...others] = entries;
	if (others.length > 0) return undefined;
	return content.safeParse(isObject(only) ? { ...fields, ...only } : fields).data;
}
