import type { ServiceRequest } from '../service/request';
import { isObject, parseJson, readInteger, textOf } from '../service/values';
import { describe } from '../service/words';

/* The content of an answer of the service: its data, or its code and words. */

type Envelope =
	| { ok: true; data: unknown; body: Record<string, unknown> }
	| { ok: false; code: number | undefined; message: string; form: string };

export const SUCCESS_CODE = 1000;
/** The service did, or has done, what was asked. A code that gives the job of an earlier create belongs here. */
const DONE = new Set<number | undefined>([SUCCESS_CODE]);
const DETECTION_SUCCESS_CODE = 0;

/** `error_code` 0 is a success, too (service.md: Answers). Values could be secret, so only the words are quoted. */
export function openEnvelope(body: unknown, host?: ServiceRequest['host']): Envelope {
	const answer = typeof body === 'string' ? (parseJson(body) ?? body) : body;
	if (!isObject(answer)) return { ok: false, code: undefined, ...describe(answer) };

	const code = readInteger(answer.code);
	if (DONE.has(code)) {
		const data = 'faces_obj' in answer ? answer : dataOf(answer);
		return { ok: true, data, body: answer };
	}
	const said = describe(answer);
	if (code !== undefined) return { ok: false, code, ...said };
	const detectionCode = readInteger(answer.error_code);
	if (detectionCode === DETECTION_SUCCESS_CODE) {
		return { ok: true, data: isObject(answer.data) ? answer.data : answer, body: answer };
	}
	const isCrash = host === 'detection' && 'error_msg' in answer && said.message !== '';
	return { ok: false, code: detectionCode ?? (isCrash ? 0 : undefined), ...said };
}

/** Several jobs stand next to `data`, or instead of it (service.md: Shapes that vary). */
function dataOf({ data, all_results: all }: Record<string, unknown>): unknown {
	if (!Array.isArray(all)) return data;
	return isObject(data) ? { all_results: all, ...data } : { all_results: all };
}

/** The token is next to the code, or under `data` (service.md: Authentication). */
export function tokenIn({ body, data }: { body?: unknown; data: unknown }): string {
	const places = [body, data].map((each) => (isObject(each) ? each.token : each));
	return textOf(places.find((each) => typeof each === 'string'));
}
