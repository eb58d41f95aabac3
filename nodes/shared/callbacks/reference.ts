import { createHmac } from 'crypto';
import { isObject, isSame } from '../service/values';

const TEXT = 'reference';
const SIGNATURE = 'referenceSignature';

/** Signed with the account's secret, so that nobody else can make up a reference. */
export function withReference(webhookUrl: string, reference: string, secret: string): string {
	const url = new URL(webhookUrl);
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
