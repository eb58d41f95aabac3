import { setTimeout as pause } from 'node:timers/promises';

/** n8n's answer to every request while its database has not answered for some seconds. */
const NOT_READY = 'Database is not ready!';
const TRIES = 60;

/**
 * `fetch`, on a new connection. n8n closes a kept connection after five seconds. On a busy machine a test may write to it at
 * that moment and lose its request ("other side closed"). On such a machine n8n also refuses requests for seconds because
 * of its database, so these are sent again.
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
