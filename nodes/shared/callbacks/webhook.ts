import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from '../zod';
import { isObject, parseJson } from '../service/values';
import { refuseCallback, type Opened } from './open';

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
