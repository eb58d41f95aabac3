import { explainCode, isTooFrequent, stopsEverything } from '../service/codes';
import { openEnvelope } from '../service/envelope';
import type { ServiceRequest } from '../service/request';
import type { Reply } from './call';
import type { Trouble } from './retry';

/** Why an answer is not what was asked for. */
export interface Refusal {
	kind: 'refused';
	trouble: Trouble;
	message: string;
	description: string;
	code?: number;
	/** The own words of the service, where it gave some. */
	said?: string;
	httpStatus: number;
	stopsEverything?: boolean;
	mayBeTaken?: boolean;
}

/** What an answer means for the request: its payload, another way to ask, or why not. */
export type Verdict =
	{ kind: 'answered'; data: unknown } | { kind: 'tokenRejected'; refusal: Refusal } | Refusal;

const TOKEN_CODES = [1101, 1102];

/** Codes of the service have four digits; gateways repeat their HTTP status in the same field. */
const isServiceCode = (code: number | undefined): code is number => code !== undefined && code >= 1_000;

/** HTTP's own codes for faults of a server: as with their status, nobody knows whether a create was taken. */
const isServerFault = (code: number) => code >= 500 && code < 600;

/**
 * Judges an answer (interface: Errors; field notes: Shapes that vary). A code of the service counts for more than the
 * HTTP status that it came with.
 */
export function judge({ status, body }: Reply, { group, intent }: ServiceRequest): Verdict {
	const envelope = openEnvelope(body);
	const isGood = status >= 200 && status < 300;
	if (envelope.ok) {
		if (isGood) return { kind: 'answered', data: envelope.data };
		return refusalByStatus(status, '');
	}
	const { code, message } = envelope;
	if (!isServiceCode(code) && !isGood) return refusalByStatus(status, message);

	const isUnclear = code === undefined || (intent === 'create' && isServerFault(code));
	const refusal: Refusal = {
		kind: 'refused',
		trouble: isUnclear ? 'unclear' : 'final',
		...explainCode(code, message, group),
		code,
		said: message,
		httpStatus: status,
		stopsEverything: stopsEverything(code),
	};
	if (isTooFrequent(code) || status === 429) return { ...refusal, trouble: 'refusedForNow' };
	if (code !== undefined && TOKEN_CODES.includes(code)) return tokenRejected(refusal);
	return refusal;
}

function tokenRejected(refusal: Refusal): Verdict {
	return { kind: 'tokenRejected', refusal: { ...refusal, trouble: 'final', stopsEverything: true } };
}

function refusalByStatus(status: number, said: string): Verdict {
	const refusal = (trouble: Trouble, message: string, advice: string): Refusal => ({
		kind: 'refused',
		trouble,
		message,
		description: said === '' ? advice : `${advice}. The answer was: ${said}`,
		httpStatus: status,
	});
	if (status === 401) {
		const { message, description } = explainCode(1101, '', 'token');
		return tokenRejected(refusal('final', message, description));
	}
	if (status === 429) {
		const { message, description } = explainCode(1005, '', 'token');
		return refusal('refusedForNow', message, description);
	}
	if (status >= 500 || status === 408) {
		return refusal(
			'unclear',
			`The service is not available at the moment (HTTP ${status})`,
			'Try again later, and ask the support of the service if it persists',
		);
	}
	if (status === 404 || status === 405) {
		return refusal(
			'final',
			`There is no such operation at the address of the service (HTTP ${status})`,
			'The Base URL in the credential may be wrong: enter it without /api/open/v3. For face detection, check the Face Detection URL',
		);
	}
	if (status >= 300 && status < 400) {
		return refusal(
			'final',
			`The service has moved to another address (HTTP ${status})`,
			'Enter the new address as the Base URL or the Face Detection URL of the credential, often https:// for http://',
		);
	}
	if (status === 413) {
		return refusal(
			'final',
			'The request is too large for the service (HTTP 413)',
			'Use a smaller picture, or a URL',
		);
	}
	return refusal(
		'final',
		`The service, or a gateway before it, refused the request (HTTP ${status})`,
		'Check the addresses in the credential, and that the account may use this operation',
	);
}
