import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from './request';

/** Ends a connection at its second request, as n8n does when that one comes just as the connection has been kept too long. */
test('a request never shares a connection that the server may be closing', async () => {
	const used = new WeakSet();
	const server = createServer(({ socket }, answer) => {
		if (used.has(socket)) return socket.destroy();
		used.add(socket);
		answer.end('here');
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const texts: string[] = [];
	for (const headers of [undefined, { 'content-type': 'text/plain' }])
		texts.push(await (await request(url, { headers })).text());
	expect(texts).toEqual(['here', 'here']);
	server.close();
});
