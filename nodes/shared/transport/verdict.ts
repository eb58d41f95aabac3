import * as codes from '../service/codes';
import { openEnvelope } from '../service/envelope';
import type { ServiceRequest } from '../service/request';
import type { Host } from './hosts';
import type { Trouble } from './tries';

/** Why a request has no good answer: n8n or the network failed, or the service said no. */
export interface Refusal {
	kind: 'refused';
	trouble: Trouble;
	/** What happened. */
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
	const refused = (trouble: Trouble, text: { message: string; description: string }): Refusal => ({
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
