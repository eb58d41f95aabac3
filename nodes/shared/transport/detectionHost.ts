import { addressesOf } from './addresses';
import { askAt, type HttpRequest } from './ask';
import { detectionPlace } from './place';
import { TokenError } from './tokenError';
import { isNotThere, judge } from './verdict';

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
	const place = detectionPlace(detection, isOneHost);
	const reply = await askAt(
		place,
		httpRequest,
		{
			url: `${detection}/detect`,
			headers: { Authorization: `Bearer ${token}` },
			body: { single_face: true },
		},
		[credential.clientSecret, token],
	);
	const request = { method: 'POST', path: '/detect', intent: 'repeatable', group: 'faceSwap' } as const;
	const verdict = judge(reply, request, place);
	if (verdict.kind === 'answered') return;
	if (verdict.trouble === 'tokenRejected') {
		throw new TokenError(`${place.name} does not accept the access token of the service`, place.check);
	}
	// A refusal of a request without a picture is the answer of a face detection host.
	if (verdict.code !== undefined) return;
	if (verdict.httpStatus >= 200 && verdict.httpStatus < 300) {
		throw new TokenError(`${place.name} gives no answer that can be read`, place.check);
	}
	// The host's own words are left out: n8n replaces a message that mentions a gateway with its own text.
	throw new TokenError(verdict.message, isNotThere(reply.status) ? place.whenNotThere : place.check);
}
