import type { IncomingMessage, ServerResponse } from 'node:http';

const maxBodyBytes = 64 * 1024 * 1024;

/** Reads a request's body as text; undefined when it is too large. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request) {
		const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
		size += bytes.length;
		if (size > maxBodyBytes) return undefined;
		chunks.push(bytes);
	}
	return Buffer.concat(chunks).toString('utf8');
}

/** The parsed body; the text itself when it is not JSON, undefined when it is empty. */
export function parseBody(raw: string): { body: unknown; isJson: boolean } {
	if (raw === '') return { body: undefined, isJson: true };
	try {
		return { body: JSON.parse(raw) as unknown, isJson: true };
	} catch {
		return { body: raw, isJson: false };
	}
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
	sendText(response, status, 'application/json; charset=utf-8', JSON.stringify(body), headers);
}

export function sendText(
	response: ServerResponse,
	status: number,
	contentType: string,
	text: string,
	headers = {},
): void {
	if (response.headersSent || response.destroyed) return;
	response.writeHead(status, {
		'content-type': contentType,
		'content-length': Buffer.byteLength(text),
		...headers,
	});
	response.end(text);
}

/** A page as a gateway sends it. */
export const gatewayPage = (status: number, title: string) =>
	`<html>\n<head><title>${status} ${title}</title></head>\n<body><center><h1>${status} ${title}</h1></center><hr><center>gateway</center></body>\n</html>\n`;
