import { isObject } from '../service/values';
import { findTokenError } from './tokenError';
import type { Trouble } from './retry';

/** Why a request got no answer, in words that hold nothing of the request. */
export interface Fault {
	trouble: Trouble;
	message: string;
	description: string;
	/** True when no other request would fare better: there is no token for this key pair. */
	stopsEverything?: boolean;
	/** True when the connection stood already: a create may have been taken. */
	mayBeTaken?: boolean;
}

const CHECK_ADDRESS = 'Check the Base URL and the Face Detection URL in the credential';

const notReached = (message: string, description: string): Fault => ({
	trouble: 'notReached',
	message,
	description,
});
const unclear = (message: string): Fault => ({
	trouble: 'unclear',
	message,
	description: 'Check that the service and the network between n8n and the service are up, then try again',
});

const NO_HOST = notReached(
	'The host of the service was not found',
	`${CHECK_ADDRESS} for typing mistakes, and that n8n can reach the internet`,
);
const NO_WAY = notReached(
	'The service could not be reached',
	`${CHECK_ADDRESS}, and whether a firewall or proxy is in between`,
);
const BY_CODE: Readonly<Record<string, Fault>> = {
	ECONNREFUSED: notReached(
		'The service could not be reached: the connection was refused',
		`${CHECK_ADDRESS}, their port too, and that the service is running`,
	),
	ENOTFOUND: NO_HOST,
	EAI_AGAIN: NO_HOST,
	EHOSTUNREACH: NO_WAY,
	ENETUNREACH: NO_WAY,
	ENETDOWN: NO_WAY,
	EADDRNOTAVAIL: NO_WAY,
	ECONNABORTED: unclear('The service did not answer in time'),
	ETIMEDOUT: unclear('The service did not answer in time'),
	ECONNRESET: unclear('The connection broke before the service answered'),
	EPIPE: unclear('The connection broke before the service answered'),
};
const NOT_SECURE: Fault = {
	trouble: 'final',
	message: 'No secure connection to the service could be made',
	description: `${CHECK_ADDRESS}: whether it should be http:// or https://, and whether the certificate is valid`,
};
const LOST = unclear('The connection to the service was lost');
const BROKEN = unclear('The connection broke before the service answered');

/**
 * Reads what n8n threw instead of an answer. Nothing of the thrown error is passed on but its kind: it carries the
 * request with the token in its headers.
 */
export function readFault(thrown: unknown): Fault {
	const tokenError = findTokenError(thrown);
	if (tokenError !== undefined) {
		return {
			trouble: tokenError.mayWorkLater ? 'notReached' : 'final',
			message: tokenError.happened,
			description: tokenError.advice,
			stopsEverything: !tokenError.mayWorkLater,
		};
	}
	const chain = causesOf(thrown);
	// n8n 1.x keeps no cause in the error that it wraps another in, only the code as `httpCode`.
	const code = chain.flatMap(({ code, httpCode }) => [code, httpCode]).find(isNetworkCode);
	if (code === undefined) return chain.some(isHttpError) ? LOST : notSent(thrown);
	// A record that can't be read comes from a handshake, or from a connection that carried the request already.
	if (/^ERR_SSL_|^EPROTO$/.test(code)) return { ...NOT_SECURE, mayBeTaken: true };
	if (/CERT|TLS|SSL|UNABLE_TO/.test(code)) return NOT_SECURE;
	if (chain.some(({ syscall }) => syscall === 'read' || syscall === 'write')) return BROKEN;
	if (code === 'ETIMEDOUT' && chain.some(({ syscall }) => syscall === 'connect')) return NO_WAY;
	return BY_CODE[code] ?? LOST;
}

/** n8n itself did not send it: a domain that the credential or the instance does not allow, for example. */
function notSent(thrown: unknown): Fault {
	const reason = thrown instanceof Error ? thrown.message : '';
	return {
		trouble: 'final',
		message: 'n8n did not send the request to the service',
		description: `Check the credential, and the domains that n8n allows. The reason given: ${reason || 'none'}`,
	};
}

const isNetworkCode = (value: unknown): value is string => typeof value === 'string' && /\D/.test(value);

const isHttpError = (error: Record<string, unknown>) => error.isAxiosError === true;

function causesOf(thrown: unknown): Array<Record<string, unknown>> {
	const chain: Array<Record<string, unknown>> = [];
	for (let error = thrown; isObject(error) && chain.length < 6; error = error.cause) chain.push(error);
	return chain;
}
