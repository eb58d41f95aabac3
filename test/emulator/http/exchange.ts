import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** The body as text and parsed: the text itself if it is not JSON, undefined if it is empty. */
export async function readBody(
	request: IncomingMessage,
): Promise<{ raw: string; body: unknown; isJson: boolean }> {
	const raw = await text(request);
	if (raw === '') return { raw, body: undefined, isJson: true };
	try {
		return { raw, body: JSON.parse(raw) as unknown, isJson: true };
	} catch {
		return { raw, body: raw, isJson: false };
	}
}

export function sendText(
	response: ServerResponse,
	status: number,
	contentType: string,
	body: string,
	headers = {},
): void {
	if (response.headersSent || response.destroyed) return;
	const usual = { 'content-type': contentType, 'content-length': Buffer.byteLength(body) };
	response.writeHead(status, { ...usual, ...headers }).end(body);
}

export const gatewayPage = (status: number, title: string) =>
	`<html>\n<head><title>${status} ${title}</title></head>\n<body><center><h1>${status} ${title}</h1></center><hr><center>gateway</center></body>\n</html>\n`;
