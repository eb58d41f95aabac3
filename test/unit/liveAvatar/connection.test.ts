import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { collectAnswer } from '../../../nodes/LiveAvatar/chat/collector';
import { openConnection } from '../../../nodes/LiveAvatar/chat/connection';
import { NoAnswer, rejected } from '../../../nodes/LiveAvatar/chat/noAnswer';
import type { Egress } from '../../../nodes/shared/n8n/egress';
import type { Environment } from '../../../nodes/shared/async/environment';

let server: WebSocketServer;
let url: string;

beforeEach(async () => {
	server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
	await once(server, 'listening');
	url = addressOf(server);
});
afterEach(async () => {
	server.clients.forEach((client) => client.terminate());
	await new Promise((resolve) => server.close(resolve));
});

function addressOf(listening: WebSocketServer | Server): string {
	const address = listening.address();
	if (typeof address !== 'object' || address === null) throw new Error('not listening');
	return `ws://127.0.0.1:${address.port}/client_1`;
}

/** A clock that goes a second on with each sleep, and sleeps that leave time for the network. */
function fastEnvironment(step = 1_000): Environment & { stop(): void } {
	let time = 0;
	let stopped: Error | undefined;
	return {
		now: () => time,
		random: () => 0,
		async sleep() {
			await new Promise((resolve) => setTimeout(resolve, 1));
			if (stopped) throw stopped;
			time += step;
		},
		stop: () => void (stopped = new Error('stopped')),
	};
}

const collector = (answerTimeoutMs = 60_000) =>
	collectAnswer({ messageId: 'm1', question: '?' }, { answerTimeoutMs, quietMs: 1 }, 0);
const open = async (environment: Environment, handshakeTimeoutMs = 60_000, lookup?: Egress['lookup']) =>
	await openConnection(url, { handshakeTimeoutMs, lookup }, environment);

test('a line is pinged every 30 s while nobody asks', async () => {
	const pings = new Promise<WebSocket>((resolve) =>
		server.on('connection', (socket) => {
			let count = 0;
			socket.on('ping', () => ++count === 3 && resolve(socket));
		}),
	);
	const environment = fastEnvironment();
	const line = await open(environment);
	await pings;
	expect(environment.now()).toBeGreaterThanOrEqual(90_000);
	await line.close();
	expect(line.isOpen()).toBe(false);
});

/** A server that shakes hands and then does what a test wants with the bare connection. */
async function bareServer(afterHandshake: (socket: Socket) => void): Promise<Server> {
	const bare = createServer((socket) => {
		socket.on('error', () => undefined);
		socket.once('data', (data) => {
			const key = /sec-websocket-key: (\S+)/i.exec(String(data))?.[1] ?? '';
			const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
			const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
			socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
			afterHandshake(socket);
		});
	});
	bare.listen(0, '127.0.0.1');
	await once(bare, 'listening');
	url = addressOf(bare);
	return bare;
}
const closed = async (bare: Server) => await new Promise((resolve) => bare.close(resolve));

test('a line that nobody closes on the other side is cut after a second', async () => {
	const bare = await bareServer(() => undefined);
	const environment = fastEnvironment(100);
	const line = await open(environment);
	const before = environment.now();
	await line.close();
	await closed(bare);
	expect(environment.now() - before).toBeLessThanOrEqual(1_100);
});

test('a handshake that drips is given up', async () => {
	const dripping = createServer((socket) => {
		socket.on('error', () => undefined);
		socket.write('HTTP/1.1 101 Swit');
		const drip = setInterval(() => socket.write('c'), 5);
		socket.on('close', () => clearInterval(drip));
	});
	dripping.listen(0, '127.0.0.1');
	await once(dripping, 'listening');
	url = addressOf(dripping);
	await expect(open(fastEnvironment(), 5_000)).rejects.toMatchObject({
		message: 'The chat room could not be reached',
		mayPass: false,
		details: { description: expect.stringContaining('It did not answer in time.') },
	});
	await new Promise((resolve) => dripping.close(resolve));
});

test('a connection that breaks in the moment in which it opens ends the question', async () => {
	const bare = createServer((socket) => {
		socket.on('error', () => undefined);
		socket.once('data', (request) => {
			const key = /sec-websocket-key: (\S+)/i.exec(String(request))?.[1] ?? '';
			const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
			const head = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
			// In one packet with a frame of a kind that there is not.
			socket.write(Buffer.concat([Buffer.from(head), Buffer.from([0x83, 0x00])]));
		});
	});
	bare.listen(0, '127.0.0.1');
	await once(bare, 'listening');
	url = addressOf(bare);
	const asking = open(fastEnvironment()).then(async (line) => await line.ask('Hello', collector()));
	await expect(asking).rejects.toBeInstanceOf(NoAnswer);
	await closed(bare);
});

test('an answer in binary frames is read too', async () => {
	server.on('connection', (socket) => {
		const payload = JSON.stringify({ message_id: 'm1', answer: 'grün' });
		socket.on('message', () => socket.send(Buffer.from(JSON.stringify({ type: 'chat', payload }))));
	});
	const line = await open(fastEnvironment());
	expect(await line.ask('?', collector())).toMatchObject({ answer: 'grün' });
	await line.close();
});

test('Stop ends a question and the connection at once', async () => {
	const environment = fastEnvironment(0);
	const gone = new Promise((resolve) =>
		server.on('connection', (socket) => {
			socket.on('close', resolve);
			socket.on('message', () => environment.stop());
		}),
	);
	const line = await open(environment);
	await expect(line.ask('?', collector())).rejects.toThrow('stopped');
	await gone;
	await line.close();
});

test('what the other side breaks ends the question with the reason', async () => {
	const bare = await bareServer((socket) =>
		socket.once('data', () => socket.write(Buffer.from([0xff, 0xff]))),
	);
	const line = await open(fastEnvironment(0));
	const ended = await line.ask('?', collector()).catch((error: unknown) => error);
	expect(ended).toBeInstanceOf(NoAnswer);
	expect(ended).toMatchObject({ message: expect.stringMatching(/closed the connection .*RSV/) });
	await closed(bare);
});

test('a connection that the network cuts ends the question', async () => {
	const bare = await bareServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
	const line = await open(fastEnvironment(0));
	await expect(line.ask('?', collector())).rejects.toMatchObject({
		message: expect.stringMatching(/closed the connection .*\(code 1006\)$/),
	});
	await closed(bare);
});

/** A server that answers the handshake with a page. */
async function answering(status: number, body: string): Promise<HttpServer> {
	const http = createHttpServer((_request, response) => response.end());
	http.on('upgrade', (_request, socket) => {
		socket.on('error', () => undefined);
		socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
	});
	http.listen(0, '127.0.0.1');
	await once(http, 'listening');
	url = addressOf(http);
	return http;
}

test.each([
	['a page', '<title>router of the office</title>'],
	['an answer with a code', JSON.stringify({ code: 1219, msg: 'key: abc' })],
])('of %s in the place of a chat room the status alone is told', async (_what, body) => {
	const http = await answering(401, body);
	const { message, details } = rejected(401);
	const ended: unknown = await open(fastEnvironment(0)).catch((error: unknown) => error);
	expect(ended).toMatchObject({ message });
	expect(ended).toEqual(expect.objectContaining({ details }));
	http.close();
});

test('a flood of pings gets few answers, and ends no question', async () => {
	const ping = Buffer.from([0x89, 0x04, 1, 2, 3, 4]);
	let received = 0;
	const bare = await bareServer((socket) => {
		socket.on('data', (data) => (received += data.byteLength));
		socket.once('data', () => {
			for (let count = 0; count < 10; count++) socket.write(Buffer.concat(Array(2_000).fill(ping)));
			const text = Buffer.from(JSON.stringify({ payload: { message_id: 'm1', answer: 'Here' } }));
			socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]));
		});
	});
	const line = await open(fastEnvironment(10));
	expect(await line.ask('?', collector())).toMatchObject({ answer: 'Here' });
	await line.close();
	await closed(bare);
	// A pong takes ten bytes and a mask; 20,000 pings came.
	expect(received).toBeLessThan(20_000);
});

test('host names are looked up as n8n says', async () => {
	const asked: string[] = [];
	url = url.replace('127.0.0.1', 'chat.example.com');
	const line = await open(fastEnvironment(), 60_000, (host, options, done) => {
		asked.push(host);
		if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
		else done(null, '127.0.0.1', 4);
	});
	expect(asked).toEqual(['chat.example.com']);
	await line.close();
	const refusing = open(fastEnvironment(), 60_000, (_host, _options, done) =>
		done(new Error('restricted'), ''),
	);
	await expect(refusing).rejects.toMatchObject({
		mayPass: true,
		details: { description: expect.stringMatching(/^restricted\./) },
	});
});

test('nobody at the address is told by its fault', async () => {
	url = 'ws://127.0.0.1:9/client_1';
	await expect(open(fastEnvironment(0))).rejects.toMatchObject({
		message: 'The chat room could not be reached',
		mayPass: true,
		details: { description: expect.stringMatching(/^ECONNREFUSED\./) },
	});
});

test('a line that is gone looks at the clock no more', async () => {
	let sleeps = 0;
	const environment = fastEnvironment();
	const line = await open({
		...environment,
		sleep: async (ms) => {
			sleeps++;
			await environment.sleep(ms);
		},
	});
	await line.close();
	await new Promise((resolve) => setTimeout(resolve, 20));
	const before = sleeps;
	expect(before).toBeGreaterThan(0);
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(sleeps).toBe(before);
});
