import { Readable } from 'node:stream';

/** An answer as n8n's request helper gives it to who asked for a stream. */
export const answered = (body: unknown, statusCode = 200) => ({
	statusCode,
	headers: {},
	body: Readable.from([Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))]),
});
