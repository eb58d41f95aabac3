import * as codes from '../service/codes';
import { openEnvelope } from '../service/envelope';
import type { ServiceRequest } from '../service/request';
import type { Host } from './hosts';
import type { Trouble } from './tries';
import { Failure } from '../service/failure';
import type { Schema } from '../service/schema';
import { excerptOf, isObject, sentences } from '../service/values';

/** Why a request has no good answer: n8n or the network failed, or the service said no. */
export interface Refusal {
	kind: 'refused';
	trouble: Trouble;
	message: string;
	/** The next step. */
	description: string;
	httpStatus?: number;
	code?: number;
	/** The service's own words. */
	said?: string;
	/** ISO 8601, if the service said when it takes the next request. */
	retryFrom?: string;
	/** Every other request would fail, too. */
	isForAll?: boolean;
	/** n8n refused to send it, for good. */
	isByN8n?: boolean;
	/** The service may have taken the create. */
	mayBeTaken?: boolean;
}

export type Verdict = { kind: 'answered'; data: unknown } | Refusal;

const TAKEN = 1000;

const isGood = (status: number) => status >= 200 && status < 300;

/** Also as a code in a body. It is unknown whether a create was taken. */
export const isServerFault = (status: number) => status === 408 || (status >= 500 && status < 600);

/** A server's fault, or success by other customs. */
const isUnclear = (code: number) => isServerFault(code) || isGood(code) || code === 0;

export const isNotThere = (status: number | undefined) => status === 404 || status === 405;

/** A code of the service counts more than the HTTP status (service.md: Errors, Shapes that vary). */
export function judge(
	{ status, body }: { status: number; body: unknown },
	request: ServiceRequest,
	host: Host,
): Verdict {
	const envelope = openEnvelope(body);
	const isCreate = request.intent === 'create';
	if (request.emptyIsDone && isGood(status) && (body ?? '') === '')
		return { kind: 'answered', data: undefined };
	if (envelope.ok) {
		const holdsData = Object.values({ ...(envelope.data ?? {}) }).length > 0;
		if (isGood(status) || (isCreate && holdsData)) return { kind: 'answered', data: envelope.data };
		const refusal = refusalByStatus(status, '', request, host);
		return isCreate ? { ...refusal, trouble: 'unclear', code: TAKEN } : refusal;
	}
	const crash = request.host === 'detection' && isGood(status) ? envelope.crash : undefined;
	const { code, message } = crash === undefined ? envelope : { code: 0, message: crash };
	const isStatus = code === 401 || code === 429;
	if (code === undefined || isStatus || !(codes.isServiceCode(code) || isGood(status)))
		return refusalByStatus(isStatus ? code : status, message, request, host);

	let trouble: Trouble = 'final';
	if (codes.isTooFrequent(code) || (status === 429 && !codes.isKnownCode(code))) trouble = 'refusedForNow';
	else if (codes.isTokenRefused(code)) trouble = 'tokenRejected';
	else if ((isCreate && isUnclear(code)) || (request.patient && codes.isNotNow(code))) trouble = 'unclear';
	return {
		kind: 'refused',
		trouble,
		...codes.explainCode(code, message, request.group),
		code,
		said: message,
		httpStatus: status,
		isForAll: codes.isForAll(code),
	};
}

function refusalByStatus(
	status: number,
	said: string,
	{ group, check: own }: ServiceRequest,
	{ name, check }: Host,
): Refusal {
	const refused = (trouble: Trouble, text: Pick<Refusal, 'message' | 'description'>): Refusal => ({
		...{ kind: 'refused', trouble, httpStatus: status, said },
		...text,
	});
	if (status === 401) return refused('tokenRejected', codes.explainCode(1101, '', group, `HTTP ${status}`));
	if (status === 429) return refused('refusedForNow', codes.explainCode(1005, '', group, `HTTP ${status}`));
	if (status < 300 || status >= 500 || status === 408) {
		const happened = isGood(status)
			? 'gave an answer that could not be read'
			: `is not available at the moment (HTTP ${status})`;
		const description = isGood(status) ? check : 'Try again later';
		return refused('unclear', { message: `${name} ${happened}`, description });
	}
	const [happened, description] = explainStatus(status, name, check, own);
	return refused('final', { message: `${happened} (HTTP ${status})`, description });
}

function explainStatus(
	status: number,
	name: string,
	check: string,
	usage = 'Check that the account may use this operation',
): [happened: string, toDo: string] {
	if (isNotThere(status)) return [`${name} has no such operation`, check];
	if (status < 400) return [`${name} has moved to another address`, check];
	if (status === 413) return ['The request is too large for the service', 'Use a smaller image, or its URL'];
	return [`${name}, or a gateway before it, refused the request`, usage];
}

const CHECK_FIRST = 'First look for the job and its credits in your account at the service.';

export function failureOf(request: ServiceRequest, refusal: Refusal, tries: number): Failure {
	const { trouble, message, code: errorCode, said, httpStatus, isForAll, isByN8n, retryFrom } = refusal;
	const isCreate = request.intent === 'create';
	const isOpen = isCreate && (trouble === 'unclear' || refusal.mayBeTaken === true);
	const description = sentences(
		tries > 1 && `It was tried ${tries} times`,
		isOpen ? CHECK_FIRST : refusal.description,
	);
	const isPassing = !isOpen && (trouble === 'refusedForNow' || trouble === 'notReached');
	return new Failure(
		isOpen ? `${message}, so this job may be paid` : message,
		{
			...{ description, errorCode, httpStatus, serviceMessage: said || undefined, retryFrom },
			submitted: isCreate ? (isOpen ? 'unknown' : 'no') : undefined,
		},
		{ scope: isForAll ? 'run' : 'row', again: isByN8n ? 'never' : isPassing ? 'later' : undefined },
	);
}

/** @throws Failure */
export function readPayload<T>(
	request: ServiceRequest,
	payload: unknown,
	answer: Schema<T>,
	httpStatus?: number,
): T {
	const read = answer.safeParse(payload);
	if (read.success) return read.data;
	const missing = read.error.issues
		.slice(0, 3)
		.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
	const wasTaken = request.intent === 'create';
	const { job_id: given } = isObject(payload) ? payload : {};
	const jobId = wasTaken && typeof given === 'string' && given !== '' ? excerptOf(given, 80) : undefined;
	const message = wasTaken
		? "The service took the job, but the node can't read its answer"
		: "The node can't read the answer of the service";
	throw new Failure(message, {
		description: sentences(
			jobId !== undefined && `Its job ID is ${jobId}`,
			`Not as expected in the answer: ${missing.join('; ')}`,
			wasTaken && CHECK_FIRST,
		),
		jobId,
		httpStatus,
		submitted: wasTaken ? 'yes' : undefined,
	});
}
