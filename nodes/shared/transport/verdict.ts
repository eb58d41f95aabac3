import { explainCode, isNotNow, isTokenRefused, isTooFrequent, stopsEverything } from '../service/codes';
import { openEnvelope } from '../service/envelope';
import type { ServiceRequest } from '../service/request';
import type { Reply } from './call';
import type { Fault } from './faults';
import { servicePlace, type Place } from './place';
import type { Trouble } from './retry';

/** Why an answer is not a success. */
export interface Refusal extends Fault {
	kind: 'refused';
	code?: number;
	/** The service's own words, if it gave any. */
	said?: string;
	httpStatus: number;
}

/** What an answer means for the request: its payload, or why not. */
export type Verdict = { kind: 'answered'; data: unknown } | Refusal;

/** The service took the request. */
const TAKEN = 1000;

/** Codes of the service have four digits; gateways repeat their HTTP status in the same field. */
const isServiceCode = (code: number | undefined): code is number =>
	code !== undefined && code >= 1_000 && code < 10_000;

/** HTTP's codes for server faults, in a body: as with such a status, it is unknown whether a create was taken. */
const isServerFault = (code: number) => code >= 500 && code < 600;

/** There is no such operation at the address, or not by this method. */
export const isNotThere = (status: number) => status === 404 || status === 405;

/** Judges an answer (service.md: Errors, Shapes that vary). A code of the service counts more than its HTTP status. */
export function judge(
	{ status, body }: Pick<Reply, 'status' | 'body'>,
	{ group, host, intent, patient = false }: ServiceRequest,
	place = servicePlace(),
): Verdict {
	const envelope = openEnvelope(body);
	const isGood = status >= 200 && status < 300;
	if (envelope.ok) {
		const holdsData = Object.values({ ...(envelope.data ?? {}) }).length > 0;
		if (isGood || (intent === 'create' && holdsData)) return { kind: 'answered', data: envelope.data };
		const refusal = refusalByStatus(status, '', place);
		return intent === 'create' ? { ...refusal, trouble: 'unclear', code: TAKEN } : refusal;
	}
	const crash = host === 'detection' && isGood ? envelope.crash : undefined;
	const { code, message } = crash === undefined ? envelope : { code: 0, message: crash };
	if (!isServiceCode(code) && !isGood) return refusalByStatus(status, message, place);

	const isUnclear =
		code === undefined || (intent === 'create' && isServerFault(code)) || (patient && isNotNow(code));
	const troubleOfCode = (): Trouble => {
		if (isTooFrequent(code) || status === 429) return 'refusedForNow';
		if (isTokenRefused(code)) return 'tokenRejected';
		return isUnclear ? 'unclear' : 'final';
	};
	return {
		kind: 'refused',
		trouble: troubleOfCode(),
		...explainCode(code, message, group),
		code,
		said: message,
		httpStatus: status,
		stopsEverything: stopsEverything(code),
	};
}

function refusalByStatus(status: number, said: string, { name, field, check, whenNotThere }: Place): Refusal {
	const refusal = (trouble: Trouble, message: string, advice: string): Refusal => ({
		kind: 'refused',
		trouble,
		message,
		description: said === '' ? advice : `${advice}. The answer was: ${said}`,
		httpStatus: status,
	});
	if (status === 401) {
		const { message, description } = explainCode(1101, '', 'token');
		return refusal('tokenRejected', message, description);
	}
	if (status === 429) {
		const { message, description } = explainCode(1005, '', 'token');
		return refusal('refusedForNow', message, description);
	}
	if (status >= 500 || status === 408) {
		return refusal(
			'unclear',
			`${name} is not available at the moment (HTTP ${status})`,
			`Try again later, and ask the support of the service if it persists. ${check}`,
		);
	}
	if (isNotThere(status)) {
		return refusal('final', `There is no such operation at the ${field} (HTTP ${status})`, whenNotThere);
	}
	if (status >= 300 && status < 400) {
		return refusal(
			'final',
			`${name} has moved to another address (HTTP ${status})`,
			`Enter the new one as the ${field} in the credential, often https:// for http://`,
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
		`${name}, or a gateway before it, refused the request (HTTP ${status})`,
		`${check}, and that the account may use this operation`,
	);
}
