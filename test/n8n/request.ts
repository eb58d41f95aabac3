import { setTimeout as pause } from 'node:timers/promises';

/** What n8n answers, before it looks at a request, while its database has not answered for some seconds. */
const NOT_READY = 'Database is not ready!';
const TRIES = 60;

/**
 * `fetch`, on a connection of its own. n8n closes a kept one after five seconds; on a busy machine that is the very moment
 * at which a test writes to it, and its request is lost ("other side closed"). On such a machine n8n also refuses requests
 * for seconds because of its database: those are sent again.
 */
export async function request(url: string, options: RequestInit = {}, betweenMs = 500): Promise<Response> {
	const headers = new Headers(options.headers);
	headers.set('connection', 'close');
	for (let left = TRIES; ; left -= 1) {
		const answer = await fetch(url, { ...options, headers });
		const isRefused = answer.status === 503 && (await answer.clone().text()).includes(NOT_READY);
		if (!isRefused || left === 1) return answer;
		await pause(betweenMs);
	}
}
