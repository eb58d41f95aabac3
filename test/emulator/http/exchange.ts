import type { ServerResponse } from 'node:http';

/** A body as it was parsed: the text itself if it is not JSON, undefined if it is empty. */
export function parseBody(raw: string): unknown {
	if (raw === '') return undefined;
	try {
		return JSON.parse(raw);
	} catch {
		return raw;
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
