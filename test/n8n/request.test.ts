import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from './request';

async function withServer(listener: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	try {
		await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	} finally {
		server.close();
	}
}

/** Ends a connection at its second request, as n8n does when that one comes just as the connection has been kept too long. */
test('a request never shares a connection that the server may be closing', async () => {
	const used = new WeakSet();
	const closing: RequestListener = ({ socket }, answer) => {
		if (used.has(socket)) return void socket.destroy();
		used.add(socket);
		answer.end('here');
	};
	await withServer(closing, async (url) => {
		const texts: string[] = [];
		for (const headers of [undefined, { 'content-type': 'text/plain' }])
			texts.push(await (await request(url, { headers })).text());
		expect(texts).toEqual(['here', 'here']);
	});
});

test('a request that is refused because of the database is sent again, any other answer is final', async () => {
	const answers = [
		{ status: 503, body: '{"code":503,"message":"Database is not ready!"}' },
		{ status: 503, body: '{"code":503,"message":"Database is not ready!"}' },
		{ status: 503, body: 'not now' },
		{ status: 200, body: 'here' },
	];
	const bodies: string[] = [];
	const refusing: RequestListener = (incoming, answer) => {
		let body = '';
		incoming.on('data', (part) => (body += String(part)));
		incoming.on('end', () => {
			bodies.push(body);
			const { status, body: text } = answers[bodies.length - 1] ?? { status: 500, body: '' };
			answer.writeHead(status).end(text);
		});
	};
	await withServer(refusing, async (url) => {
		const answer = await request(url, { method: 'POST', body: 'mine' }, 1);
		expect([answer.status, await answer.text()]).toEqual([503, 'not now']);
		expect(bodies).toEqual(['mine', 'mine', 'mine']);
	});
});
