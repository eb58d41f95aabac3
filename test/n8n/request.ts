/**
 * `fetch`, on a connection of its own. n8n closes a kept one after five seconds; on a busy machine that is the very moment
 * at which a test writes to it, and its request is lost ("other side closed").
 */
export async function request(url: string, options: RequestInit = {}): Promise<Response> {
	const headers = new Headers(options.headers);
	headers.set('connection', 'close');
	return await fetch(url, { ...options, headers });
}
