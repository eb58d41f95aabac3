import type { IHttpRequestOptions } from 'n8n-workflow';
import { explainCode, isTooFrequent } from '../service/codes';
import { openEnvelope } from '../service/envelope';
import { isObject } from '../service/values';
import { API_ROOT, joinPath } from './addresses';
import { readFault } from './faults';
import { fingerprintOf, type KeyPair } from './keyPair';
import { redact } from './redact';
import { TokenError } from './tokenError';

/** The request helper of n8n, as a credential has it. */
export type HttpRequest = (options: IHttpRequestOptions) => Promise<unknown>;

/**
 * For so long a token just fetched is given to those who ask with the one that it replaced: they asked while it was on
 * its way into the credential. Any other may be newer than it, as n8n's other processes fetch tokens, too.
 */
const JUST_FETCHED_MS = 10_000;
const TIMEOUT_MS = 30_000;

export interface Fetched {
	token: string;
	/** False when the service was not asked, as it has just been. */
	isNew: boolean;
}

/** Requests under way and tokens just fetched, for the whole process, by the fingerprint of the key pair. */
const underWay = new Map<string, { exchange: Promise<string>; replaced: string }>();
const justFetched = new Map<string, { token: string; replaced: string; at: number }>();

/**
 * Exchanges a key pair for a token (interface: Token). However many ask at a time, the service is asked once for
 * each token that is to be replaced.
 * @param rejected the stored token, which the service did not accept, or ''.
 * @throws TokenError, whose message can be shown as it is and holds no secret.
 */
export async function fetchToken(httpRequest: HttpRequest, keys: KeyPair, rejected = ''): Promise<Fetched> {
	const fingerprint = fingerprintOf(keys);
	const recent = justFetched.get(fingerprint);
	if (recent?.replaced === rejected && isFresh(recent)) return { token: recent.token, isNew: false };
	const asked = underWay.get(fingerprint);
	const exchange = asked?.replaced === rejected ? asked.exchange : start(httpRequest, keys, rejected);
	return { token: await exchange, isNew: true };
}

const isFresh = ({ at }: { at: number }) => Date.now() - at < JUST_FETCHED_MS;

async function start(httpRequest: HttpRequest, keys: KeyPair, replaced: string): Promise<string> {
	const fingerprint = fingerprintOf(keys);
	const exchange = requestToken(httpRequest, keys).then((token) => {
		justFetched.forEach((entry, key) => isFresh(entry) || justFetched.delete(key));
		if (token !== replaced) justFetched.set(fingerprint, { token, replaced, at: Date.now() });
		return token;
	});
	underWay.set(fingerprint, { exchange, replaced });
	try {
		return await exchange;
	} finally {
		if (underWay.get(fingerprint)?.exchange === exchange) underWay.delete(fingerprint);
	}
}

async function requestToken(httpRequest: HttpRequest, keys: KeyPair): Promise<string> {
	const { baseUrl, clientId, clientSecret } = keys;
	const clean = (text: string) => redact(text, [clientSecret]);
	const refuse = (thrown: unknown): never => {
		const { message, description, trouble } = readFault(thrown);
		throw new TokenError(message, clean(description), trouble !== 'final');
	};
	const reply = await httpRequest({
		method: 'POST',
		url: joinPath(baseUrl, `${API_ROOT}/getToken`),
		body: { clientId, clientSecret },
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: TIMEOUT_MS,
	}).catch(refuse);
	return readToken(isObject(reply) ? reply : {}, clean);
}

function readToken(reply: Record<string, unknown>, clean: (text: string) => string): string {
	const envelope = openEnvelope(reply.body);
	if (envelope.ok) {
		const { body, data } = envelope;
		const token = [body.token, isObject(data) ? data.token : undefined].find(isFilledText);
		if (token !== undefined) return token.trim();
		throw new TokenError(
			'The service gave no token for this Client ID and Client Secret',
			'Check both, and the Base URL in the credential',
			false,
		);
	}
	const status = typeof reply.statusCode === 'number' ? reply.statusCode : 0;
	if (envelope.code !== undefined && envelope.code >= 1_000) {
		const text = explainCode(envelope.code, clean(envelope.message), 'token');
		throw new TokenError(text.message, text.description, isTooFrequent(envelope.code));
	}
	if (status === 429 || status >= 500) {
		throw new TokenError(
			`The service is not available at the moment (HTTP ${status})`,
			'Try again later; if it persists, check the Base URL in the credential',
			true,
		);
	}
	if (status === 401 || status === 403) {
		const text = explainCode(1101, '', 'token');
		throw new TokenError(text.message, text.description, false);
	}
	throw new TokenError(
		`What answers at the Base URL in the credential is not the media generation service (HTTP ${status})`,
		`Enter its address without ${API_ROOT} and without a page behind it`,
		false,
	);
}

const isFilledText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
