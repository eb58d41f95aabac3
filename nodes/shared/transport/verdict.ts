import * as codes from '../service/failure';
import type { ServiceRequest } from '../service/request';
import type { Outcome } from '../async/rateLimiter';
import type { Host } from './hosts';
import { Failure, type FailureDetails } from '../service/failure';
import { NEXT_STEPS, type NextStep } from '../service/nextStep';
import type { Schema } from '../service/schema';
import { excerptOf, isObject, sentences } from '../service/values';
import { openEnvelope, SUCCESS_CODE } from './envelope';

interface Meaning {
	/** How often a request is sent. */
	tries: number;
	/** The service may be away, and is waited for. */
	isAway?: boolean;
	/** The service may have taken a create. */
	isInDoubt?: boolean;
	/** If the create was certainly not taken. */
	again?: Failure['again'];
}

const TROUBLES = {
	/** No connection, no such host, or no token. */
	notReached: { tries: 5, isAway: true, again: 'later' },
	/** n8n could not read the credential. With 12, a request waits two minutes. */
	noDatabase: { tries: 12, again: 'later' },
	tokenRejected: { tries: 4 },
	/** A time-out, a reset, HTTP 5xx, or an unreadable answer. */
	unclear: { tries: 6, isAway: true, isInDoubt: true },
	/** An answer that is too large, or a connection that no other try makes secure. */
	broken: { tries: 1, isInDoubt: true },
	/** The rate limiter sends it again. */
	refusedForNow: { tries: Infinity, again: 'later' },
	/** n8n refused to send it, for good. */
	byN8n: { tries: 1, again: 'never' },
	final: { tries: 1 },
} satisfies Record<string, Meaning>;
export type Trouble = keyof typeof TROUBLES;
export const meaningOf = (trouble: Trouble): Meaning => TROUBLES[trouble];

/** Why a request has no good answer: n8n or the network failed, or the service said no. */
export interface Refusal extends Omit<FailureDetails, 'kind'> {
	kind: 'refused';
	trouble: Trouble;
	message: string;
	next: NextStep;
	/** Absent without an answer. */
	httpStatus?: number;
	retryAfterMs?: number;
	/** Every other request would fail, too. */
	isForAll?: boolean;
}

export interface Answer {
	kind: 'answered';
	data: unknown;
	/** With what stands next to the data; absent for an empty answer. */
	body?: unknown;
	httpStatus: number;
}

export type Verdict = Answer | Refusal;

export function outcomeOf(verdict: Verdict): Outcome {
	if (verdict.kind === 'answered') return 'passed';
	if (verdict.trouble === 'refusedForNow') return 'refused';
	return verdict.trouble === 'final' && verdict.errorCode !== undefined ? 'passed' : 'unknown';
}

const isGood = (status: number) => status >= 200 && status < 300;

/** Also as a code in a body. It is unknown whether a create was taken. */
export const isServerFault = (status: number) => status === 408 || (status >= 500 && status < 600);

/** A server's fault, or success by other customs. */
const isUnclear = (code: number) => isServerFault(code) || isGood(code) || code === 0;

export const isNotThere = (status: number | undefined) => status === 404 || status === 405;

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
const CHECK_FIRST = 'First look for the job and its credits in your account at the service.';

export function failureOf(request: ServiceRequest, refusal: Refusal, tries: number): Failure {
	const { trouble, message, next, isForAll, serviceMessage } = refusal;
	const { field, suggestion, httpStatus, retryFrom, errorCode } = refusal;
	const { isInDoubt = false, again } = meaningOf(trouble);
	const isCreate = request.intent === 'create';
	const isOpen = isCreate && isInDoubt;
	const said = errorCode === undefined && serviceMessage && `The service says: ${serviceMessage}`;
	const toDo = isOpen ? sentences(said, CHECK_FIRST) : (refusal.description ?? NEXT_STEPS[next].say(refusal));
	const description = sentences(tries > 1 && `It was tried ${tries} times`, toDo);
	const meaning = { scope: isForAll ? 'run' : 'row', again } as const;
	const submitted = isOpen ? 'unknown' : isCreate ? 'no' : undefined;
	const told = { submitted, serviceMessage: serviceMessage || undefined } as const;
	const details = { ...told, description, field, suggestion, httpStatus, retryFrom, errorCode };
	if (!isOpen) return new Failure(message, next, details, meaning);
	return new Failure(`${message}, so this job may be paid`, 'askService', details, meaning);
}

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
	throw new Failure(message, 'askService', { description, jobId, httpStatus, submitted });
}
