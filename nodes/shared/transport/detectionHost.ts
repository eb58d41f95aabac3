import { isObject } from '../service/values';
import { addressesOf, joinPath } from './addresses';
import { within } from './deadline';
import { readFault } from './faults';
import { detectionPlace, type Place } from './place';
import { redactAll } from './redact';
import type { HttpRequest } from './token';
import { TokenError } from './tokenError';
import { judge } from './verdict';

const TIMEOUT_MS = 30_000;

/**
 * Sends an empty request to the face detection host, as part of the credential's test: any refusal of it shows that the
 * host is there and takes the token (service.md: Face detection).
 * @throws TokenError, whose message names the host
 */
export async function proveDetectionHost(
	httpRequest: HttpRequest,
	credential: Record<string, unknown>,
	token: string,
): Promise<void> {
	const { detection, isOneHost } = addressesOf(credential);
	const place = detectionPlace(new URL(detection).host, isOneHost);
	const ask = async (signal: AbortSignal) =>
		await httpRequest({
			method: 'POST',
			url: joinPath(detection, 'detect'),
			headers: { Authorization: `Bearer ${token}` },
			body: { single_face: true },
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			abortSignal: signal,
		});
	const reply = await within(TIMEOUT_MS, undefined, ask).catch((thrown: unknown): never => {
		const { message, description } = readFault(thrown, place);
		throw new TokenError(message, description, true);
	});
	refuseStranger(redactAll(reply, [credential.clientSecret, token]), place);
}

function refuseStranger(reply: unknown, place: Place): void {
	const { statusCode, body } = isObject(reply) ? reply : {};
	const status = typeof statusCode === 'number' ? statusCode : 0;
	const request = { method: 'POST', path: 'detect', intent: 'repeatable', group: 'faceSwap' } as const;
	const verdict = judge({ status, body }, request, place);
	if (verdict.kind === 'answered') return;
	if (verdict.trouble === 'tokenRejected') {
		throw new TokenError(`${place.name} does not accept the access token of the service`, place.check, false);
	}
	// A refusal of a request without a picture is the answer of a face detection host.
	if (verdict.code !== undefined) return;
	if (verdict.httpStatus >= 200 && verdict.httpStatus < 300) {
		throw new TokenError(`${place.name} gives no answer that can be read`, place.check, false);
	}
	// The host's own words are left out: n8n replaces a message that mentions a gateway with its own text.
	const isNotThere = status === 404 || status === 405;
	throw new TokenError(verdict.message, isNotThere ? place.whenNotThere : place.check, false);
}
