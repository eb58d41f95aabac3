import { z } from 'zod/v3';
import { request } from './request';

/** An answer of n8n's REST API other than a success. */
export class RestError extends Error {
	constructor(
		readonly method: string,
		readonly path: string,
		readonly status: number,
		readonly body: string,
	) {
		super(`${method} ${path} answered ${status}: ${body.slice(0, 500)}`);
	}
}

/** A signed-in browser, as far as the REST API can tell: it keeps the cookie and sends a browser id. */
export class RestSession {
	private cookie = '';

	constructor(
		readonly baseUrl: string,
		private readonly browserId = 'test-browser',
	) {}

	/**
	 * Sends one request below `/rest` and reads its `data` by `shape`. Throws `RestError` on any answer but a
	 * success, and zod's error when the answer has another shape.
	 */
	async call<T extends z.ZodTypeAny>(
		method: string,
		path: string,
		shape: T,
		body?: unknown,
		headers: Readonly<Record<string, string>> = {},
	): Promise<z.output<T>> {
		const answer = await this.raw(method, `/rest${path}`, body, headers);
		const text = await answer.text();
		if (!answer.ok) throw new RestError(method, path, answer.status, text);
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
				'browser-id': this.browserId,
				...(this.cookie === '' ? {} : { cookie: this.cookie }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
	}
}
