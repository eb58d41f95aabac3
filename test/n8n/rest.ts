import { z } from 'zod/v3';
import { request } from './request';

/** A signed-in browser for the REST API, because it keeps the cookie and sends a browser ID. */
export class RestSession {
	private cookie = '';

	constructor(readonly baseUrl: string) {}

	/** Sends one request below `/rest` and reads its `data` by `shape`. Throws unless the answer is a success. */
	async call<T extends z.ZodTypeAny>(
		method: string,
		path: string,
		shape: T,
		body?: unknown,
		headers: Readonly<Record<string, string>> = {},
	): Promise<z.output<T>> {
		const answer = await this.raw(method, `/rest${path}`, body, headers);
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`);
		const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
		if (cookies.length > 0) this.cookie = cookies.join('; ');
		const parsed: unknown = text === '' ? {} : JSON.parse(text);
		return z.object({ data: shape }).passthrough().parse(parsed).data;
	}

	/** Any request with the session's cookie, for files such as icons and binary data. */
	async raw(
		method: string,
		path: string,
		body?: unknown,
		headers: Readonly<Record<string, string>> = {},
	): Promise<Response> {
		return await request(this.baseUrl + path, {
			method,
			headers: {
				'browser-id': 'test-browser',
				...(this.cookie === '' ? {} : { cookie: this.cookie }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
	}
}
