import { createDecipheriv, createHash } from 'crypto';
import { z } from 'zod/v3';
import { changed } from '../service/schema';
import { isObject, isSame } from '../service/values';
import type { KeyPair } from '../transport/account';

export interface CallbackRefusal {
	why: 'noCallback' | 'notAuthentic' | 'badKeys';
	/** Without a full stop and without a secret. */
	reason: string;
}

export type Opened<T> = { ok: true; value: T } | { ok: false; refusal: CallbackRefusal };

export function refuseCallback(why: CallbackRefusal['why'], reason: string): Opened<never> {
	return { ok: false, refusal: { why, reason } };
}

export type CallbackKeys = Pick<KeyPair, 'clientId' | 'clientSecret'>;

const BLOCK_BYTES = 16;
const KEY_BYTES = [16, 24, 32];
/** Seconds or milliseconds from the year 2001 to 2286. */
const TIME = /^[1-9]\d{9}(?:\d{3})?$/;
const TIME_DIGITS = [10, 13];
const SAME_MS = 60_000;

const asText = z.union([z.string(), changed(z.number().finite(), String)]);
const envelope = z.object({
	signature: z.string(),
	dataEncrypt: z.string().regex(/^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
	timestamp: asText.pipe(z.string().regex(TIME)),
	nonce: asText.pipe(z.string().min(1).max(128)),
});

export function looksSigned(body: unknown): boolean {
	return isObject(body) && ('signature' in body || 'dataEncrypt' in body);
}

/** service.md: Callbacks. `now` is milliseconds since the epoch. */
export function unseal(body: unknown, keys: CallbackKeys, now: number) {
	const parsed = envelope.safeParse(body);
	if (!parsed.success) return refuseCallback('noCallback', 'The fields of the signed envelope are not valid');
	const { signature, dataEncrypt, timestamp, nonce } = parsed.data;
	const length = Buffer.byteLength(keys.clientSecret);
	if (!KEY_BYTES.includes(length)) {
		return refuseCallback(
			'badKeys',
			`The Client Secret in the credential is ${length} characters long and can't decrypt callbacks, which takes 16, 24 or 32. Copy it again from your account at the service`,
		);
	}
	const signed = [keys.clientId, timestamp, nonce, dataEncrypt].sort().join('');
	const expected = createHash('sha1').update(signed).digest('hex');
	if (!isSame(signature.toLowerCase(), expected) || !isSendersReading(timestamp, nonce, now)) {
		return refuseCallback(
			'notAuthentic',
			'The signature does not match: the callback is forged, or belongs to another account than the credential',
		);
	}
	const text = decrypt(dataEncrypt, keys);
	if (text === undefined) {
		return refuseCallback(
			'notAuthentic',
			"The content can't be decrypted: the callback is forged, or the Client Secret in the credential belongs to another account",
		);
	}
	return { ok: true, value: { text, sentAt: timeOf(timestamp) } } as const;
}

function isSendersReading(timestamp: string, nonce: string, now: number): boolean {
	const join = (...texts: string[]) => texts.sort().join('');
	const joined = join(timestamp, nonce);
	const isNearer = (time: string, rest: string) =>
		TIME.test(time) &&
		join(time, rest) === joined &&
		Math.abs(timeOf(time) - now) < Math.abs(timeOf(timestamp) - now) - SAME_MS;
	return !TIME_DIGITS.some(
		(digits) =>
			isNearer(joined.slice(0, digits), joined.slice(digits)) ||
			isNearer(joined.slice(-digits), joined.slice(0, -digits)),
	);
}

/** In milliseconds since the epoch. */
const timeOf = (digits: string) => (digits.length > 10 ? Number(digits) : Number(digits) * 1000);

function decrypt(base64: string, { clientId, clientSecret }: CallbackKeys): string | undefined {
	const key = Buffer.from(clientSecret);
	const iv = Buffer.alloc(BLOCK_BYTES);
	Buffer.from(clientId).copy(iv);
	try {
		const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv);
		const plain = Buffer.concat([decipher.update(base64, 'base64'), decipher.final()]);
		return new TextDecoder('utf-8', { fatal: true }).decode(plain);
	} catch {
		return undefined;
	}
}
