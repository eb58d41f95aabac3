import { BoundedMap } from '../service/boundedMap';
import { explainCode, isKnownCode, isTooFrequent } from '../service/codes';
import { openEnvelope } from '../service/envelope';
import { isObject } from '../service/values';
import { API_ROOT } from './addresses';
import { askAt, type HttpRequest } from './ask';
import { fingerprintOf, type KeyPair } from './keyPair';
import { servicePlace } from './place';
import { TokenError } from './tokenError';

/** For so long, callers with an older token get the one just fetched: they asked before n8n had stored it. */
const JUST_FETCHED_MS = 10_000;
/** The limit for older tokens, and for those that the service refused. */
const MOST_REMEMBERED = 200;

/** Requests under way and tokens just fetched, by key pair: a single flight for the whole process. */
const underWay = new Map<string, { exchange: Promise<string>; older: Set<string> }>();
const justFetched = new Map<string, { token: string; older: ReadonlySet<string>; at: number }>();

/** Tokens that the service refused: nobody gets one of them again. */
const refused = new BoundedMap<string, true>(MOST_REMEMBERED);

export function noteRefused(token: string): void {
	refused.set(token, true);
}

/**
 * Exchanges a key pair for a token (service.md: Authentication). Concurrent callers share one request: if an account
 * keeps one token, each exchange invalidates the one before.
 * @param rejected the stored token, which the service rejected, or ''. A token unknown to this process may be newer
 * than its own, as n8n's other processes fetch tokens, too.
 * @param hadOne whether this key pair got a token before: then an answer that can't be read is a fault of the moment,
 * and not of the Base URL
 * @returns the token; `isNew` is false when the service was not asked, because it was asked just before
 * @throws TokenError, whose message holds no secret and can be shown.
 */
export async function fetchToken(
	httpRequest: HttpRequest,
	keys: KeyPair,
	rejected = '',
	hadOne = false,
): Promise<{ token: string; isNew: boolean }> {
	const fingerprint = fingerprintOf(keys);
	const recent = justFetched.get(fingerprint);
	if (recent?.older.has(rejected) && isFresh(recent) && !refused.peek(recent.token)) {
		return { token: recent.token, isNew: false };
	}
	const asked = underWay.get(fingerprint);
	if (asked !== undefined) {
		asked.older.add(rejected);
		const token = await asked.exchange;
		if (token !== rejected) return { token, isNew: true };
		// Of all who waited for this one, the first asks once more.
		const again = underWay.get(fingerprint);
		if (again !== undefined) return { token: await again.exchange, isNew: true };
	}
	// Another exchange may have ended meanwhile.
	const last = justFetched.get(fingerprint);
	const known = last ? [...last.older, last.token].slice(-MOST_REMEMBERED) : [];
	const older = new Set([...known, rejected]);
	const exchange = requestToken(httpRequest, keys, hadOne).then((token) => {
		justFetched.forEach((entry, key) => isFresh(entry) || justFetched.delete(key));
		older.delete(token);
		justFetched.set(fingerprint, { token, older, at: Date.now() });
		return token;
	});
	underWay.set(fingerprint, { exchange, older });
	try {
		return { token: await exchange, isNew: true };
	} finally {
		if (underWay.get(fingerprint)?.exchange === exchange) underWay.delete(fingerprint);
	}
}

const isFresh = ({ at }: { at: number }) => Date.now() - at < JUST_FETCHED_MS;

async function requestToken(httpRequest: HttpRequest, keys: KeyPair, hadOne: boolean): Promise<string> {
	const { baseUrl, clientId, clientSecret } = keys;
	const request = { url: `${baseUrl}${API_ROOT}/getToken`, body: { clientId, clientSecret } };
	const { status, body: answer } = await askAt(servicePlace(baseUrl), httpRequest, request, [clientSecret]);
	const envelope = openEnvelope(answer);
	if (envelope.ok) {
		const { body, data } = envelope;
		const [token] = [body.token, isObject(data) ? data.token : undefined].flatMap(tokenIn);
		if (token !== undefined) return token;
		throw new TokenError(
			'The service gave no token for this Client ID and Client Secret',
			'Check both, and the Base URL in the credential',
		);
	}
	const { code = 0 } = envelope;
	if (code >= 1_000) {
		const { message, description } = explainCode(code, envelope.message, 'token');
		throw new TokenError(message, description, isTooFrequent(code) || (hadOne && !isKnownCode(code)));
	}
	// Gateways repeat their HTTP status as the code of a body.
	const fault = [status, code].find((each) => each === 408 || each === 429 || each >= 500);
	if (fault !== undefined) {
		throw new TokenError(
			`The service is not available at the moment (HTTP ${fault})`,
			'Try again later; if it persists, check the Base URL in the credential',
			true,
		);
	}
	if (status === 401 || status === 403) {
		const { message, description } = explainCode(1101, '', 'token');
		throw new TokenError(message, description);
	}
	throw new TokenError(
		`What answers at the Base URL in the credential is not the media generation service (HTTP ${status})`,
		`Enter its address without ${API_ROOT} and without a page behind it`,
		hadOne,
	);
}

/** A token has to be valid in a header. */
function tokenIn(value: unknown): string[] {
	const token = typeof value === 'string' ? value.trim() : '';
	return /^[\x21-\x7e]{1,8000}$/.test(token) ? [token] : [];
}
