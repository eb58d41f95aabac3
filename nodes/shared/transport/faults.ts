import { servicePlace, type Place } from './place';
import { causesOf, findTokenError } from './tokenError';
import type { Trouble } from './retry';

/** Why a request got no answer, in words that reveal nothing of the request but its destination. */
export interface Fault {
	trouble: Trouble;
	message: string;
	description: string;
	/** True when every other request would fail, too: there is no token for this key pair. */
	stopsEverything?: boolean;
	/** True when the connection was established: a create may have been taken. */
	mayBeTaken?: boolean;
}

const notReached = (message: string, description: string): Fault => ({
	trouble: 'notReached',
	message,
	description,
});
const unclear = (message: string, { check }: Place): Fault => ({
	trouble: 'unclear',
	message,
	description: `Check that it is up, and the network between n8n and it, then try again. ${check}`,
});
const noHost = ({ host, check }: Place) =>
	notReached(`${host} was not found`, `${check} for typing mistakes, and that n8n can reach the internet`);
const noWay = ({ name, check }: Place) =>
	notReached(`${name} could not be reached`, `${check}, and whether a firewall or proxy is in between`);
const refused = ({ name, check }: Place) =>
	notReached(
		`${name} could not be reached: the connection was refused`,
		`${check}, its port too, and that it is running`,
	);
const late = (place: Place) => unclear(`${place.name} did not answer in time`, place);
const broken = (place: Place) => unclear(`The connection broke before ${inSentence(place)} answered`, place);
const lost = (place: Place) => unclear(`The connection to ${inSentence(place)} was lost`, place);
const notSecure = (place: Place): Fault => ({
	trouble: 'final',
	message: `No secure connection to ${inSentence(place)} could be made`,
	description: `${place.check}: whether it should be http:// or https://, and whether the certificate is valid`,
});

const inSentence = ({ name }: Place) => name.charAt(0).toLowerCase() + name.slice(1);

const BY_CODE: Readonly<Record<string, (place: Place) => Fault>> = {
	ECONNREFUSED: refused,
	ENOTFOUND: noHost,
	EAI_AGAIN: noHost,
	EHOSTUNREACH: noWay,
	ENETUNREACH: noWay,
	ENETDOWN: noWay,
	EADDRNOTAVAIL: noWay,
	ECONNABORTED: late,
	ETIMEDOUT: late,
	ECONNRESET: broken,
	EPIPE: broken,
};

/**
 * Reads what n8n threw instead of an answer. Only the kind of the error is passed on: it carries the request with the
 * token in its headers.
 */
export function readFault(thrown: unknown, place = servicePlace()): Fault {
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
	// n8n 1.x wraps an error without its cause, and keeps only the code, as `httpCode`.
	const code = chain.flatMap(({ code, httpCode }) => [code, httpCode]).find(isNetworkCode);
	if (code === undefined)
		return chain.some(({ isAxiosError }) => isAxiosError === true) ? lost(place) : notSent(thrown);
	// An unreadable TLS record comes from the handshake, or from a connection that has carried the request already.
	if (/^ERR_SSL_|^EPROTO$/.test(code)) return { ...notSecure(place), mayBeTaken: true };
	if (/CERT|TLS|SSL|UNABLE_TO/.test(code)) return notSecure(place);
	if (chain.some(({ syscall }) => syscall === 'read' || syscall === 'write')) return broken(place);
	if (code === 'ETIMEDOUT' && chain.some(({ syscall }) => syscall === 'connect')) return noWay(place);
	const fault = (BY_CODE[code] ?? lost)(place);
	// Of a code alone it is unknown whether a connection stood.
	const isAlone = !chain.some((error) => error.code === code);
	return isAlone && BY_CODE[code] === noWay ? { ...fault, trouble: 'unclear' } : fault;
}

/** n8n itself refused to send it: for example, the credential or the instance does not allow the domain. */
function notSent(thrown: unknown): Fault {
	const reason = thrown instanceof Error ? thrown.message : '';
	return {
		trouble: 'final',
		message: 'n8n did not send the request to the service',
		description: `Check the credential, and the domains that n8n allows. The reason given: ${reason || 'none'}`,
	};
}

const isNetworkCode = (value: unknown): value is string => typeof value === 'string' && /\D/.test(value);
