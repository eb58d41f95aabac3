import { saidIn } from './urls';
import { excerptOf, isObject, parseJson, readInteger } from './values';

/** An answer of the service, from either of its two shapes. */
type Envelope =
	| { ok: true; data: unknown; body: Record<string, unknown> }
	| { ok: false; code: number | undefined; message: string; crash?: string };

const SUCCESS_CODE = 1000;
const DETECTION_SUCCESS_CODE = 0;

/**
 * Opens an answer of the service (service.md: Answers).
 *
 * - `code`/`msg`, successful at 1000: `data` is the answer's `data`, undefined where an operation returns none (the
 *   token operation has its `token` in `body`).
 * - `error_code`/`error_msg` of face detection, successful at 0: the answer has no `data`, so `data` is the body
 *   itself.
 * - Anything else (HTML of a gateway, text, null) is not ok, has no code, and a short excerpt as its message. Face
 *   detection crashes with an `error_msg` and nothing else: that is `crash` (service.md: Face detection).
 *
 * Codes may be numeric strings, and the body may be JSON text. Of an object that is no envelope only the field names
 * are quoted, as values could be secret.
 */
export function openEnvelope(body: unknown): Envelope {
	const answer = typeof body === 'string' ? (parseJson(body) ?? body) : body;
	if (!isObject(answer)) return { ok: false, code: undefined, message: describe(answer) };

	const code = readInteger(answer.code);
	if (code === SUCCESS_CODE) {
		const data = 'faces_obj' in answer ? answer : answer.data;
		return { ok: true, data, body: answer };
	}
	if (code !== undefined) return { ok: false, code, message: textOf(answer) };
	const detectionCode = readInteger(answer.error_code);
	if (detectionCode === DETECTION_SUCCESS_CODE) {
		return { ok: true, data: isObject(answer.data) ? answer.data : answer, body: answer };
	}
	if (detectionCode !== undefined) return { ok: false, code: detectionCode, message: textOf(answer) };
	const crash = 'error_msg' in answer ? textOf(answer) || undefined : undefined;
	return { ok: false, code: undefined, message: describe(answer), crash };
}

/** The token of an answer, beside its code or under `data`; empty when it has none (service.md: Authentication). */
export function tokenIn({ body, data }: Extract<Envelope, { ok: true }>): string {
	const inner = isObject(data) ? data.token : data;
	const token = [body.token, inner].find((each) => typeof each === 'string');
	return typeof token === 'string' ? token.trim() : '';
}

/**
 * Keeps only the records with these ids of an answer with a list. However many others come, they are not parsed. Any
 * other answer stays as it is.
 */
export function onlyWanted(answer: unknown, ids: readonly string[] | undefined): unknown {
	if (ids === undefined || !isObject(answer)) return answer;
	const wanted = new Set(ids);
	const isWanted = (record: unknown) => isObject(record) && wanted.has(String(record._id).trim());
	const narrow = (list: unknown): unknown =>
		Array.isArray(list) && list.length > wanted.size ? list.filter(isWanted) : list;
	const { data } = answer;
	const isPaged = isObject(data) && 'result' in data;
	return { ...answer, data: isPaged ? { ...data, result: narrow(data.result) } : narrow(data) };
}

function textOf(answer: Record<string, unknown>): string {
	for (const value of [answer.msg, answer.error_msg, answer.message]) {
		if (typeof value === 'string' && value.trim() !== '') return saidIn(value, 300);
	}
	return '';
}

const MOST_OF_A_PAGE = 10_000;

function describe(body: unknown): string {
	if (Array.isArray(body)) return `a list of ${body.length} entries`;
	if (isObject(body)) return excerptOf(`an object with ${Object.keys(body).join(', ') || 'nothing in it'}`);
	const page = typeof body === 'string' ? body : JSON.stringify(body ?? '');
	const words = page.slice(0, MOST_OF_A_PAGE).replace(/<[^<>]*>/g, ' ');
	return saidIn(words) || 'an empty answer';
}
