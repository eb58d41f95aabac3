import { createCipheriv, createHash } from 'node:crypto';

/**
 * Encrypts and signs the content of a callback, or other bytes (service.md: Callbacks): AES-CBC with the secret as key and the first
 * 16 bytes of the client id as IV, then SHA-1 over the four strings sorted by character code.
 * Throws if the secret's length fits no AES key.
 */
export function seal(
	content: object | Buffer,
	keys: { clientId: string; clientSecret: string },
	timestamp: number,
	nonce: string | number,
) {
	const key = Buffer.from(keys.clientSecret, 'utf8');
	if (![16, 24, 32].includes(key.length)) throw new Error('clientSecret must have 16, 24 or 32 bytes');
	const iv = Buffer.alloc(16);
	Buffer.from(keys.clientId, 'utf8').copy(iv);
	const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv);
	const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
	const dataEncrypt = cipher.update(bytes, undefined, 'base64') + cipher.final('base64');
	const signed = [keys.clientId, String(timestamp), String(nonce), dataEncrypt].sort().join('');
	return { signature: createHash('sha1').update(signed).digest('hex'), dataEncrypt, timestamp, nonce };
}
