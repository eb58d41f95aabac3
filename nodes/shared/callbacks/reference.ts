import { createHash, createHmac } from 'crypto';
import { firstBytesOf, isObject, isSame } from '../service/values';

const TEXT = 'reference';
const SIGNATURE = 'referenceSignature';

/** In UTF-8, which takes three times as many characters in an address. n8n answers HTTP 431 to one of 16 kB. */
const MOST_BYTES = 400;

/** A long reference is cut, with a hash of it at the end, so that different references stay different. */
function shortened(reference: string): string {
	if (Buffer.byteLength(reference) <= MOST_BYTES) return reference;
	const hash = createHash('sha256').update(reference).digest('hex').slice(0, 16);
	return `${firstBytesOf(reference, MOST_BYTES)}…${hash}`;
}

/** Signed with the account's secret, so that nobody else can make up a reference. */
export function withReference(webhookUrl: string, given: string, secret: string): string {
	const url = new URL(webhookUrl);
	const reference = shortened(given);
	url.searchParams.set(TEXT, reference);
	url.searchParams.set(SIGNATURE, sign(reference, secret));
	return url.toString();
}

export type Reference = { kind: 'none' } | { kind: 'signed'; text: string } | { kind: 'forged' };

export function readReference(parameters: unknown, secret: string): Reference {
	const { [TEXT]: text, [SIGNATURE]: signature } = isObject(parameters) ? parameters : {};
	if (text === undefined && signature === undefined) return { kind: 'none' };
	if (typeof text !== 'string' || text === '' || typeof signature !== 'string') return { kind: 'forged' };
	return isSame(signature, sign(text, secret)) ? { kind: 'signed', text } : { kind: 'forged' };
}

function sign(reference: string, secret: string): string {
	return createHmac('sha256', secret).update(`${TEXT}:${reference}`).digest('base64url');
}
