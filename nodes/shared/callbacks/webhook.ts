import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { isObject, parseJson } from '../service/values';
import { refuseCallback, type Opened } from './sealed';

export const MOST_BODY_BYTES = 64 * 1024;

/**
 * The body of a webhook request as JSON. n8n parses by the content type, up to its own payload limit. This reads the
 * raw bytes where n8n keeps them, so that another content type works as well.
 */
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

/** The part of an HTTP response that an answer needs; n8n's own type of it is not part of n8n-workflow. */
interface Response {
	headersSent: boolean;
	writeHead(status: number, headers: Record<string, string>): unknown;
	end(body: string): unknown;
}
const responseSchema = z.custom<Response>((value) => typeof value === 'object' && value !== null);

/** Answers the caller of a webhook, unless it has been answered; the webhook then returns `noWebhookResponse`. */
export function answerCaller(context: IWebhookFunctions, httpStatus: number, message: string): void {
	const response = responseSchema.parse(context.getResponseObject());
	if (response.headersSent) return;
	response.writeHead(httpStatus, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify({ message }));
}
