import { z } from 'zod/v3';
import { optionalTextField, rawId, statusField } from '../service/records/fieldSchemas';
import { jobStatus, type JobStatus } from '../service/status';
import { isObject, parseJson } from '../service/values';
import { looksSigned, refuseCallback, unseal, type CallbackKeys, type Opened } from './sealed';

/** The id goes into a comma-separated list when the record is read back, and into the log. */
const ofJob = rawId.pipe(z.string().regex(/^[\x21-\x2b\x2d-\x7e]{1,200}$/));

/** The fields of a callback, under their names in callbacks (service.md: Callbacks) or in the record that it is about. */
const IDS = ['_id', 'id', 'video_model_id', 'image_model_id', 'audio_model_id'];
const STATUSES = ['status', 'video_status', 'image_status', 'faceswap_status'];

/** What a callback says about a job. It is a hint: the record read back from the service is the truth. */
export interface Callback {
	/** The record's id. */
	id: string;
	status: JobStatus;
	/** The sender's name for the kind of job, if it gives one. */
	type?: string;
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
	const unsealed = looksSigned(body) ? unseal(body, keys, now) : undefined;
	if (unsealed?.ok === false) return unsealed;
	const content = readContent(unsealed ? parseJson(unsealed.value.text) : body);
	if (content === undefined) {
		const what = unsealed ? 'content' : 'body';
		return refuseCallback('noCallback', `The ${what} has none of the fields of a callback`);
	}
	if (unsealed === undefined && accept === 'signed') {
		return refuseCallback('notAuthentic', 'The callback is not signed, and Accept is set to Signed Only');
	}
	const { sentAt } = unsealed?.value ?? {};
	return { ok: true, value: { ...content, signed: unsealed !== undefined, sentAt } };
}

/**
 * The fields may be at the top or inside `data`: as an object, the only entry of a list, or that of `data.result`. A
 * list of several is no callback: each tells of one job.
 */
function readContent(fields: unknown): Pick<Callback, 'id' | 'status' | 'type'> | undefined {
	if (!isObject(fields)) return undefined;
	const { data } = fields;
	const list: unknown = isObject(data) && Array.isArray(data.result) ? data.result : data;
	const entries: unknown[] = Array.isArray(list) ? list : [list];
	const [only, ...others] = entries;
	if (others.length > 0) return undefined;
	const given: Record<string, unknown> = isObject(only) ? { ...fields, ...only } : fields;
	const id = IDS.map((name) => ofJob.safeParse(given[name]).data).find((each) => each !== undefined);
	const statuses = STATUSES.map((name) => statusField.parse(given[name]));
	const status = jobStatus(statuses.find((each) => each !== undefined));
	if (id === undefined || status === 'unknown') return undefined;
	return { id, status, type: optionalTextField.parse(given.type) };
}
