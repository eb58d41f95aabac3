import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from '../zod';
import { isObject, parseJson, firstBytesOf, isSame } from '../service/values';
import { refuseCallback, type Opened } from './open';
import { createHash, createHmac } from 'crypto';

export const MOST_BODY_BYTES = 64 * 1024;

/** n8n parses by the content type. The raw bytes also work with another content type. */
export function readBody(context: IWebhookFunctions): Opened<unknown> {
	const request: unknown = context.getRequestObject();
	const { rawBody } = isObject(request) ? request : {};
	const parsed: unknown = context.getBodyData();
	const body = Buffer.isBuffer(rawBody)
		? rawBody
		: Buffer.from(typeof parsed === 'string' ? parsed : JSON.stringify(parsed ?? null));
	if (body.byteLength > MOST_BODY_BYTES) {
		const reason = `The body is larger than a callback can be (${body.byteLength} bytes)`;
		return refuseCallback('noCallback', reason);
	}
	const text = body.toString();
	const value = parseJson(text);
	if (value !== undefined) return { ok: true, value };
	return refuseCallback('noCallback', text === '' ? 'The body is empty' : 'The body is not JSON');
}

/** n8n-workflow has no type of a response. */
interface Response {
	headersSent: boolean;
	writeHead(status: number, headers: Record<string, string>): unknown;
	end(body: string): unknown;
}
const responseSchema = z.custom<Response>((value) => typeof value === 'object' && value !== null);

/** The webhook then returns `noWebhookResponse`. */
export function answerCaller(context: IWebhookFunctions, httpStatus: number, message: string): void {
	const response = responseSchema.parse(context.getResponseObject());
	if (response.headersSent) return;
	response.writeHead(httpStatus, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify({ message }));
}

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
