import { createDecipheriv, createHash } from 'crypto';
import { z } from 'zod/v3';
import { isObject, isSame } from '../service/values';
import { isSendersReading, isTimestamp } from './timestamp';
import { refuse, type CallbackKeys } from './types';

const BLOCK_BYTES = 16;
const CIPHERS: ReadonlyMap<number, string> = new Map([
	[16, 'aes-128-cbc'],
	[24, 'aes-192-cbc'],
	[32, 'aes-256-cbc'],
]);

const asText = z.union([z.string(), z.number().finite().transform(String)]);
const envelope = z.object({
	signature: z.string(),
	dataEncrypt: z.string().regex(/^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
	timestamp: asText.refine(isTimestamp),
	nonce: asText.refine((nonce) => nonce.length > 0 && nonce.length <= 128),
});

/** Whether a body claims to be a signed envelope, good or bad; anything else may be a plain callback. */
export function looksSigned(body: unknown): boolean {
	return isObject(body) && ('signature' in body || 'dataEncrypt' in body);
}

/**
 * Verifies and decrypts a signed callback (service.md: Callbacks): SHA-1 over the four strings sorted by character
 * code, then AES-CBC with the secret as key and the first 16 bytes of the client id as IV.
 * @param now milliseconds since the epoch
 * @returns the content as text, and when it was sent, in milliseconds since the epoch
 */
export function unseal(body: unknown, keys: CallbackKeys, now: number) {
	const parsed = envelope.safeParse(body);
	if (!parsed.success) return refuse('noCallback', 'The fields of the signed envelope are not valid');
	const { signature, dataEncrypt, timestamp, nonce } = parsed.data;

	const cipher = CIPHERS.get(Buffer.byteLength(keys.clientSecret));
	if (cipher === undefined) {
		return refuse(
			'badKeys',
			'The Client Secret in the credential can not decrypt callbacks: it has to be 16, 24 or 32 characters long. Copy it anew from your account at the service',
		);
	}
	const strings = [keys.clientId, timestamp, nonce, dataEncrypt].sort();
	const expected = createHash('sha1').update(strings.join('')).digest('hex');
	if (!isSame(signature, expected) || !isSendersReading(timestamp, nonce, now)) {
		return refuse(
			'notAuthentic',
			'The signature does not fit: the callback is forged, or of an account other than that of the credential',
		);
	}
	const text = decrypt(cipher, dataEncrypt, keys);
	if (text === undefined) {
		return refuse(
			'notAuthentic',
			'The content can not be decrypted: the callback is forged, or the Client Secret in the credential is not the one of its account',
		);
	}
	return { ok: true, value: { text, sentAt: Number(timestamp) } } as const;
}

function decrypt(
	cipher: string,
	base64: string,
	{ clientId, clientSecret }: CallbackKeys,
): string | undefined {
	const sealed = Buffer.from(base64, 'base64');
	const iv = Buffer.alloc(BLOCK_BYTES);
	Buffer.from(clientId).copy(iv);
	try {
		const decipher = createDecipheriv(cipher, Buffer.from(clientSecret), iv);
		const plain = Buffer.concat([decipher.update(sealed), decipher.final()]);
		return new TextDecoder('utf-8', { fatal: true }).decode(plain);
	} catch {
		return undefined;
	}
}
