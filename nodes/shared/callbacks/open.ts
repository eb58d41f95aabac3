import { createDecipheriv, createHash, createHmac } from 'crypto';
import { z } from '../zod';
import { optionalTextField, rawId, statusField } from '../service/records';
import { jobStatus, type JobStatus } from '../service/statuses';
import { changed } from '../service/schema';
import { isObject, isSame, parseJson, readTime, wellFormed } from '../service/values';
import type { KeyPair } from '../transport/account';
import type { IWebhookFunctions } from 'n8n-workflow';

/** 400 no callback; 401 not authentic; 503 may be good, and must not be lost while you correct the credential. */
export class CallbackRefusal {
	readonly kind = 'refused';
	/** @param reason without a full stop and without a secret */
	constructor(
		readonly httpStatus: 400 | 401 | 503,
		readonly reason: string,
	) {}
}

const ofJob = rawId.pipe(z.string().regex(/^[\x21-\x2b\x2d-\x7e]{1,200}$/));

/** Names in callbacks (service.md: Callbacks), or in the record. */
const IDS = ['_id', 'id', 'video_model_id', 'image_model_id', 'audio_model_id'];
const STATUS_NAMES = ['status', 'video_status', 'image_status', 'faceswap_status'];

export interface Callback {
	id: string;
	status: JobStatus;
	type?: string;
	signed: boolean;
	/** Milliseconds since the epoch. */
	sentAt?: number;
}

export type Accept = 'signedOrPlain' | 'signed';

/** Pure. The service has to confirm the callback (service.md: Callbacks). */
export function openCallback(
	given: unknown,
	keys: KeyPair | undefined,
	accept: Accept,
): Callback | CallbackRefusal {
	const looksSigned = isObject(given) && ('signature' in given || 'dataEncrypt' in given);
	const unsealed = looksSigned ? unseal(given, keys) : undefined;
	if (unsealed instanceof CallbackRefusal) return unsealed;
	const content = readContent(unsealed ? parseJson(unsealed.text) : given);
	if (content === undefined) {
		const what = unsealed ? 'content' : 'body';
		return new CallbackRefusal(400, `The ${what} has none of the fields of a callback`);
	}
	if (content.status === 'unknown') {
		return new CallbackRefusal(400, 'This version of the node does not know the status of the job');
	}
	if (unsealed === undefined && accept === 'signed') {
		return new CallbackRefusal(401, 'The callback is not signed, and Accept Callbacks is Signed Only');
	}
	return { ...content, signed: unsealed !== undefined, sentAt: unsealed?.sentAt };
}

function readContent(fields: unknown): Pick<Callback, 'id' | 'status' | 'type'> | undefined {
	if (!isObject(fields)) return undefined;
	const id = IDS.map((name) => ofJob.safeParse(fields[name]).data).find((each) => each !== undefined);
	const statuses = STATUS_NAMES.map((name) => statusField.parse(fields[name]));
	const given = statuses.find((each) => each !== undefined);
	if (id === undefined || given === undefined) return undefined;
	return { id, status: jobStatus(given), type: optionalTextField.parse(fields.type) };
}

const BLOCK_BYTES = 16;
const KEY_BYTES = [16, 24, 32];
/** Seconds or milliseconds from the year 2001 to 2286. */
const TIME = /^[1-9]\d{9}(?:\d{3})?$/;
const asText = z.union([z.string(), changed(z.number().finite(), String)]);
const envelope = z.object({
	signature: z.string(),
	dataEncrypt: z.string().regex(/^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
	timestamp: asText.pipe(z.string().regex(TIME)),
	nonce: asText.pipe(z.string().min(1).max(128)),
});

/** service.md: Callbacks */
function unseal(body: unknown, keys: KeyPair | undefined) {
	const parsed = envelope.safeParse(body);
	if (!parsed.success) return new CallbackRefusal(400, 'The fields of the signed envelope are not valid');
	const { signature, dataEncrypt, timestamp, nonce } = parsed.data;
	if (keys === undefined) {
		const reason =
			'The callback is signed, and only the Client ID and the Client Secret open it: enter both in the credential, next to the API Key';
		return new CallbackRefusal(503, reason);
	}
	const length = Buffer.byteLength(keys.clientSecret);
	if (!KEY_BYTES.includes(length)) {
		const reason = `The Client Secret in the credential is ${length} characters long and can't decrypt callbacks, which takes 16, 24 or 32. Copy it again from your account at the service`;
		return new CallbackRefusal(503, reason);
	}
	const signed = [keys.clientId, timestamp, nonce, dataEncrypt].sort().join('');
	const expected = createHash('sha1').update(signed).digest('hex');
	const text = isSame(signature.toLowerCase(), expected) ? decrypt(dataEncrypt, keys) : undefined;
	if (text === undefined) {
		const reason = 'The callback is forged, or belongs to another account than the credential';
		return new CallbackRefusal(401, reason);
	}
	return { text, sentAt: readTime(timestamp) };
}

function decrypt(base64: string, { clientId, clientSecret }: KeyPair): string | undefined {
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

/** Anyone can send one, and to look for base64 in 4 MB holds n8n for half a second. */
export const MOST_BODY_BYTES = 64 * 1024;

/** n8n parses by the content type. The raw bytes also work with another content type. */
export function readBody(context: IWebhookFunctions): unknown {
	const request: unknown = context.getRequestObject();
	const { rawBody } = isObject(request) ? request : {};
	const body = Buffer.isBuffer(rawBody) ? rawBody : Buffer.alloc(0);
	if (body.byteLength > MOST_BODY_BYTES) {
		return new CallbackRefusal(400, `The body is larger than a callback can be (${body.byteLength} bytes)`);
	}
	const text = body.toString();
	const value = parseJson(text);
	if (value !== undefined) return value;
	return new CallbackRefusal(400, text === '' ? 'The body is empty' : 'The body is not JSON');
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

/** n8n answers HTTP 431 to an address of 16 kB. A character takes up to nine of them. */
const MOST_CHARACTERS = 400;

/** Signed with the account's secret, so that nobody else can make up a reference. */
export function withReference(webhookUrl: string, given: string, secret: string): string {
	const url = new URL(webhookUrl);
	const reference = wellFormed(given.slice(0, MOST_CHARACTERS));
	url.searchParams.set(TEXT, reference);
	url.searchParams.set(SIGNATURE, sign(reference, secret));
	return url.toString();
}

/** Undefined where this account did not sign it. */
export function readReference(parameters: unknown, secret: string): string | undefined {
	const { [TEXT]: text, [SIGNATURE]: signature } = isObject(parameters) ? parameters : {};
	if (typeof text !== 'string' || typeof signature !== 'string') return undefined;
	return isSame(signature, sign(text, secret)) ? text : undefined;
}

const sign = (reference: string, secret: string): string =>
	createHmac('sha256', secret).update(`${TEXT}:${reference}`).digest('base64url');
