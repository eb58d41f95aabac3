import * as codes from '../service/failure';
import type { ServiceRequest } from '../service/request';
import { NEXT_STEPS, type NextStep } from '../service/nextStep';
import type { Schema } from '../service/schema';
import { excerptOf, isObject, parseJson, readInteger, sentences } from '../service/values';
import { describe } from '../service/words';
import type { Host } from './hosts';
import { CHECK_FIRST, isNotThere, type Refusal, type Trouble } from './tries';

/* What an answer of the service means: its data, or why there is none. */

export interface Answer {
	kind: 'answered';
	data: unknown;
	/** With what stands next to the data; absent for an empty answer. */
	body?: unknown;
	httpStatus: number;
}

export type Verdict = Answer | Refusal;

const isGood = (status: number) => status >= 200 && status < 300;

/** Also as a code in a body. It is unknown whether a create was taken. */
export const isServerFault = (status: number) => status === 408 || (status >= 500 && status < 600);

/** A server's fault, or success by other customs. */
const isUnclear = (code: number) => isServerFault(code) || isGood(code) || code === 0;

type Envelope =
	| { ok: true; data: unknown; body: Record<string, unknown> }
	| { ok: false; code: number | undefined; message: string; form: string };

const SUCCESS_CODE = 1000;
/** The service did, or has done, what was asked. A code that gives the job of an earlier create belongs here. */
const DONE = new Set<number | undefined>([SUCCESS_CODE]);

/** `error_code` 0 is a success, too (service.md: Answers). Values could be secret, so only the words are quoted. */
export function openEnvelope(body: unknown, host?: ServiceRequest['host']): Envelope {
	const answer = typeof body === 'string' ? (parseJson(body) ?? body) : body;
	if (!isObject(answer)) return { ok: false, code: undefined, ...describe(answer) };
	const code = readInteger(answer.code);
	if (DONE.has(code))
		return { ok: true, data: 'faces_obj' in answer ? answer : dataOf(answer), body: answer };
	const said = describe(answer);
	if (code !== undefined) return { ok: false, code, ...said };
	const detectionCode = readInteger(answer.error_code);
	if (detectionCode === 0) {
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

/** A code of the service counts more than the HTTP status (service.md: Answers). */
export function judge(
	{ status, body }: { status: number; body: unknown },
	request: ServiceRequest,
	host: Host,
): Verdict {
	const envelope = openEnvelope(body, request.host);
	const isCreate = request.intent === 'create';
	const answered = { kind: 'answered', httpStatus: status } as const;
	if (request.emptyIsDone && isGood(status) && (body ?? '') === '') return { ...answered, data: undefined };
	if (envelope.ok) {
		const holdsData = Object.values({ ...(envelope.data ?? {}) }).length > 0;
		if (isGood(status) || (isCreate && holdsData)) return { ...envelope, ...answered };
		const refusal = refusalByStatus(status, { words: '', form: '' }, request, host);
		return isCreate ? { ...refusal, trouble: 'unclear', errorCode: SUCCESS_CODE } : refusal;
	}
	const { code, message, form } = envelope;
	const isStatus = code === 401 || code === 429;
	if (code === undefined || isStatus || !(codes.isServiceCode(code) || isGood(status)))
		return refusalByStatus(isStatus ? code : status, { words: message, form }, request, host);
	let trouble: Trouble = 'final';
	if (codes.isTooFrequent(code) || (status === 429 && !codes.isKnownCode(code))) trouble = 'refusedForNow';
	else if (codes.isTokenRefused(code)) trouble = 'tokenRejected';
	else if ((isCreate && isUnclear(code)) || (request.patient && codes.isNotNow(code))) trouble = 'unclear';
	const explained = codes.explainCode(code, message, request.group);
	const { say, ...doubt } = (codes.isRejected(code) && request.doubt) || {};
	const description = say ? sentences(codes.wordsOn(code, message), say) : explained.description;
	const refused = { kind: 'refused', trouble, httpStatus: status, errorCode: code } as const;
	const told = { ...refused, serviceMessage: message, isForAll: codes.isForAll(code) };
	return { ...told, ...explained, ...doubt, description };
}

/** `form` is what an answer without words is. */
function refusalByStatus(
	status: number,
	{ words, form }: { words: string; form: string },
	{ group, check: usage = MAY_IT }: ServiceRequest,
	{ name, check }: Host,
): Refusal {
	// A page of a gateway does not explain the refusal.
	const said = form === '' ? words : '';
	const refused = { kind: 'refused', httpStatus: status, serviceMessage: said } as const;
	const textOfCode = (code: number) => codes.explainCode(code, '', group, `HTTP ${status}`);
	if (status === 401) return { ...refused, trouble: 'tokenRejected', ...textOfCode(1101) };
	if (status === 429) return { ...refused, trouble: 'refusedForNow', ...textOfCode(1005) };
	const explained = (what: string, next: NextStep, say: string, trouble: Trouble = 'final') => {
		const message = `${what} (${[`HTTP ${status}`, form].filter(Boolean).join(', ')})`;
		const description = sentences(said && `The service says: ${said}`, say);
		return { ...refused, trouble, message, next, description };
	};
	if (isGood(status))
		return explained(`${name} gave an answer that could not be read`, 'fixCredential', check, 'unclear');
	if (status < 200 || isServerFault(status) || status >= 600)
		return explained(`${name} is not available at the moment`, 'runAgainLater', RUN_LATER, 'unclear');
	const wrongPath = usage === MAY_IT ? 'fixCredential' : 'changeField';
	if (isNotThere(status)) return explained(`${name} has no such operation`, wrongPath, check);
	if (status < 400) return explained(`${name} has moved to another address`, 'fixCredential', check);
	if (status === 413) return explained('The request is too large for the service', 'changeFile', SMALLER);
	const what = `${name}, or a gateway before it, refused the request`;
	if (said && status !== 403) return explained(what, 'changeField', AS_IT_SAYS);
	return explained(what, 'fixCredential', usage);
}

const RUN_LATER = NEXT_STEPS.runAgainLater.say({});
const SMALLER = 'Use a smaller image, or its URL';
const AS_IT_SAYS = 'Change the input as it says';
const MAY_IT = 'Check that the account may use this operation';
export function readPayload<T>(
	request: ServiceRequest,
	answered: Pick<Answer, 'data' | 'httpStatus'> | undefined,
	schema: Schema<T>,
): T {
	const { data, httpStatus } = answered ?? {};
	const read = schema.safeParse(data);
	if (read.success) return read.data;
	const missing = read.error.issues
		.slice(0, 3)
		.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
	const wasTaken = request.intent === 'create';
	const { job_id: given } = isObject(data) ? data : {};
	const jobId = wasTaken && typeof given === 'string' && given !== '' ? excerptOf(given, 80) : undefined;
	const message = wasTaken
		? "The service took the job, but the node can't read its answer"
		: "The node can't read the answer of the service";
	const description = sentences(
		jobId !== undefined && `Its job ID is ${jobId}`,
		`Not as expected in the answer: ${missing.join('; ')}`,
		wasTaken && CHECK_FIRST,
	);
	const submitted = wasTaken ? 'yes' : undefined;
	throw new codes.Failure(message, 'askService', { description, jobId, httpStatus, submitted });
}
