import http, { createServer, request, type IncomingMessage, type Server } from 'node:http';
import https from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { installGlobalProxyAgent } from '@n8n/backend-network';
import { addressOf, close, listen } from './listen';

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/** A forward proxy in n8n's environment. Create it at the top of a test file, and switch it on in each test. */
export class Proxy {
	/** The requests that it passed on: `CONNECT host:port`, `UPGRADE address` or `GET address`. */
	readonly passed: string[] = [];
	/** How it refuses tunnels. */
	refusal = '502 Bad Gateway';
	private server!: Server;
	private readonly sockets = new Set<Duplex>();
	private readonly agents = { http: http.globalAgent, https: https.globalAgent };
	private readonly before = NAMES.map((name) => [name, process.env[name]] as const);

	constructor() {
		beforeAll(async () => {
			this.server = createServer((incoming, outgoing) => {
				this.passed.push(`${incoming.method} ${incoming.url}`);
				const { method, headers } = incoming;
				const onward = request(
					String(incoming.url),
					{ method, headers, agent: new http.Agent() },
					(answer) => {
						outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
						answer.pipe(outgoing);
					},
				);
				incoming.pipe(onward);
			});
			this.server.on('upgrade', (incoming, socket, head) => this.upgrade(incoming, socket, head));
			this.server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
				this.passed.push(`CONNECT ${incoming.url}`);
				socket.end(`HTTP/1.1 ${this.refusal}\r\ncontent-length: 0\r\n\r\n`);
			});
			await listen(this.server);
		});
		afterEach(() => {
			for (const [name, value] of this.before) {
				if (value === undefined) Reflect.deleteProperty(process.env, name);
				else process.env[name] = value;
			}
			http.globalAgent = this.agents.http;
			https.globalAgent = this.agents.https;
			this.passed.length = 0;
		});
		afterAll(async () => {
			for (const socket of this.sockets) socket.destroy();
			await close(this.server);
		});
	}

	/** Does the same as n8n at its start with these environment variables. */
	switchOn(without = ''): void {
		const url = addressOf(this.server);
		Object.assign(process.env, { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: without });
		installGlobalProxyAgent();
	}

	private upgrade({ url = '', rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
		this.passed.push(`UPGRADE ${url}`);
		const { hostname, port, pathname } = new URL(url);
		const onward: Socket = connect(Number(port), hostname, () => {
			const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${rawHeaders[at + 1]}` : []));
			onward.write(`GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
			onward.write(head);
			onward.pipe(socket).pipe(onward);
		});
		for (const each of [onward, socket]) {
			this.sockets.add(each);
			each.on('error', () => undefined);
			each.on('close', () => [onward, socket].forEach((other) => other.destroy()));
		}
	}
}
