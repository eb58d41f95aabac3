import { z } from 'zod/v3';
import { optionalTextField, rawId, statusField } from '../service/records';
import { jobStatus, type JobStatus } from '../service/status';
import { isObject, parseJson } from '../service/values';
import { looksSigned, refuseCallback, unseal, type CallbackKeys, type Opened } from './sealed';

const ofJob = rawId.pipe(z.string().regex(/^[\x21-\x2b\x2d-\x7e]{1,200}$/));

/** Names in callbacks (service.md: Callbacks), or in the record. */
const IDS = ['_id', 'id', 'video_model_id', 'image_model_id', 'audio_model_id'];
const STATUSES = ['status', 'video_status', 'image_status', 'faceswap_status'];

export interface Callback {
	id: string;
	status: JobStatus;
	type?: string;
	signed: boolean;
	/** Milliseconds since the epoch. */
	sentAt?: number;
}

export type Accept = 'signedOrPlain' | 'signed';

/** Pure. The service has to confirm the callback (service.md: Callbacks). `now` is milliseconds since the epoch. */
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
		return refuseCallback('notAuthentic', 'The callback is not signed, and Accept Callbacks is Signed Only');
	}
	const { sentAt } = unsealed?.value ?? {};
	return { ok: true, value: { ...content, signed: unsealed !== undefined, sentAt } };
}

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
