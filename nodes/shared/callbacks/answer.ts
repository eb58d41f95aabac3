import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

/** The part of an HTTP response that an answer needs; n8n's own type of it is not part of n8n-workflow. */
interface Response {
	headersSent: boolean;
	writeHead(status: number, headers: Record<string, string>): unknown;
	end(body: string): unknown;
}
const responseSchema = z.custom<Response>((value) => typeof value === 'object' && value !== null);

/** Answers the caller of a webhook, unless it has been answered; the webhook then returns `noWebhookResponse`. */
export function answerCaller(context: IWebhookFunctions, httpStatus: number, body: object): void {
	const response = responseSchema.parse(context.getResponseObject());
	if (response.headersSent) return;
	response.writeHead(httpStatus, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify(body));
}
