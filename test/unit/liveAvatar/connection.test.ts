import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket, TcpNetConnectOpts } from 'node:net';
import { WebSocketServer } from 'ws';
import { AnswerReader } from '../../../nodes/LiveAvatar/chat/answer';
import { Connection } from '../../../nodes/LiveAvatar/chat/room';
import type { Environment } from '../../../nodes/shared/async/environment';
import type { Egress } from '../../../nodes/shared/n8n/egress';
import { until } from '../../support/until';

let server: WebSocketServer;
let bare: Server | undefined;
let url: string;

beforeEach(async () => {
	server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
	await once(server, 'listening');
	url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/client_1`;
});
afterEach(() => {
	server.clients.forEach((client) => client.terminate());
	server.close();
	bare?.close();
	bare = undefined;
});

/** A clock that advances with each sleep. Each sleep leaves time for the network. */
function fastEnvironment(step = 1_000): Environment {
	let time = 0;
	return {
		now: () => time,
		uptime: () => time,
		random: () => 0,
		async sleep() {
			await new Promise((resolve) => setTimeout(resolve, 1));
			time += step;
		},
	};
}

async function open(environment: Environment, lookup?: Egress['lookup'], timeoutMs = 60_000) {
	const connection = new Connection(url, lookup, environment);
	await connection.opened(timeoutMs);
	return connection;
}
const times = { answerTimeout: 600, quietTime: 0.001, endsAt: Infinity, askedAt: 0 };
const readerOf = () => new AnswerReader({ messageId: 'm1', question: '?', ...times });
const ask = async (connection: Connection) => await connection.ask('?', readerOf());
const ANSWER = JSON.stringify({ payload: { message_id: 'm1', answer: 'grün' } });

/** A bare server. `onData` gets the first data of each connection. */
async function bareServer(onData: (socket: Socket, data: Buffer) => void): Promise<void> {
	bare = createServer((socket) => {
		socket.on('error', () => undefined);
		socket.once('data', (data) => onData(socket, data));
	}).listen(0, '127.0.0.1');
	await once(bare, 'listening');
	url = `ws://127.0.0.1:${(bare.address() as AddressInfo).port}/client_1`;
}
const handshake = (request: Buffer) => {
	const key = /sec-websocket-key: (\S+)/i.exec(String(request))?.[1] ?? '';
	const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
	const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
	return Buffer.from([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
};
/** Completes the handshake, and calls `onQuestion` with the bare connection when the question comes. */
const afterHandshake = async (onQuestion: (socket: Socket) => void) =>
	await bareServer((socket, request) => {
		socket.write(handshake(request));
		socket.once('data', () => onQuestion(socket));
	});

test('a wait for an answer pings every 30 s', async () => {
	const environment = fastEnvironment();
	server.on('connection', (socket) => {
		let count = 0;
		socket.on('ping', () => ++count === 3 && socket.send(ANSWER));
	});
	await expect(ask(await open(environment))).resolves.toMatchObject({ answer: 'grün' });
	expect(environment.now()).toBeGreaterThanOrEqual(90_000);
});

test('after an answer in a binary frame, a close without a code ends the wait', async () => {
	server.on('connection', (socket) =>
		socket.on('message', () => {
			socket.send(Buffer.from(ANSWER));
			socket.close();
		}),
	);
	await expect(ask(await open(fastEnvironment(0)))).resolves.toMatchObject({ answer: 'grün' });
});

test.each<[string, (socket: Socket) => void, RegExp]>([
	['a broken frame', (socket) => socket.write(Buffer.from([0xff, 0xff])), /closed the connection .*RSV/],
	['a cut connection', (socket) => socket.resetAndDestroy(), /closed the connection .*\(code 1006\)$/],
])('%s ends the question with its reason', async (_what, breakIt, message) => {
	await afterHandshake(breakIt);
	await expect(ask(await open(fastEnvironment(0)))).rejects.toThrow(message);
});

test('a handshake that comes byte by byte is given up at the timeout', async () => {
	await bareServer((socket) => {
		socket.write('HTTP/1.1 101 Swit');
		const drip = setInterval(() => socket.write('c'), 5);
		socket.on('close', () => clearInterval(drip));
	});
	await expect(open(fastEnvironment(), undefined, 5_000)).rejects.toMatchObject({
		message: 'The chat room could not be reached',
		again: undefined,
		details: { description: expect.stringMatching(/^It did not answer in time\. Check that the firewall /) },
	});
});

test.each([
	[401, 'is not open (HTTP 401)', undefined],
	[407, 'is behind a proxy with a login (HTTP 407)', undefined],
	[429, 'is not available at the moment (HTTP 429)', 'later'],
	[500, 'is not available at the moment (HTTP 500)', 'later'],
])(
	'HTTP %i in reply to the handshake is reported without the body, as temporary or final',
	async (status, message, again) => {
		const body = JSON.stringify({ code: 1219, msg: 'key: abc' });
		await bareServer((socket) =>
			socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
		);
		const failure: unknown = await open(fastEnvironment(0)).catch((error: unknown) => error);
		expect(failure).toMatchObject({ message: `The chat room ${message}`, again });
		expect(JSON.stringify(failure)).not.toMatch(/abc|1219/);
	},
);

test('a chat goes through the agent that n8n sets for a proxy', async () => {
	const { globalAgent } = http;
	const passed: unknown[] = [];
	const createConnection = (options: TcpNetConnectOpts) => {
		passed.push(options.host);
		return connect(options);
	};
	http.globalAgent = Object.assign(new http.Agent(), { createConnection });
	await open(fastEnvironment()).finally(() => (http.globalAgent = globalAgent));
	expect(passed).toEqual(['127.0.0.1']);
});

test('a ws before version 8, which is the class itself, opens a room as well', async () => {
	const ws: { WebSocket?: unknown } = jest.requireActual('ws');
	const { WebSocket } = ws;
	delete ws.WebSocket;
	const { isOpen } = await open(fastEnvironment()).finally(() => (ws.WebSocket = WebSocket));
	expect(isOpen).toBe(true);
});

test("host names are looked up by n8n's function, and its refusal is the reason", async () => {
	url = url.replace('127.0.0.1', 'chat.example.com');
	const asked: string[] = [];
	await open(fastEnvironment(), (host, options, done) => {
		asked.push(host);
		if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
		else done(null, '127.0.0.1', 4);
	});
	expect(asked).toEqual(['chat.example.com']);
});

test.each([
	['a refused address', { message: 'restricted' }, /^restricted\. Check that the firewall or proxy /],
	[
		'an unknown authority',
		{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
		/SIGNATURE\. Set NODE_EXTRA_CA_CERTS /,
	],
])('a room that is not reached because of %s says what to change', async (_why, error, description) => {
	url = url.replace('127.0.0.1', 'chat.example.com');
	const refusal = Object.assign(new Error('x'), error);
	await expect(open(fastEnvironment(), (_host, _options, done) => done(refusal, ''))).rejects.toMatchObject({
		...{ message: 'The chat room could not be reached', again: 'later' },
		details: { next: 'changeSetting', description: expect.stringMatching(description) },
	});
});

const framed = (first: number, data: string) => Buffer.from([first, data.length, ...Buffer.from(data)]);
/** More than n8n reads for one question. */
const FLOOD_BYTES = 250_000;

test.each<[string, Buffer]>([
	['fragments of a message without an end', framed(0, 'x')],
	['empty fragments', framed(0, '')],
	['messages', framed(0x81, '{}')],
	['pings', framed(0x89, 'x'.repeat(125))],
	['a message of more than 32 KiB', Buffer.from([0x81, 126, 0x80, 0x01])],
])('a room that floods n8n with %s is closed, and the question fails', async (_what, frame) => {
	let room: Socket | undefined;
	await afterHandshake((socket) => {
		room = socket.pause();
		socket.write(framed(1, 'x').subarray(0, frame[0] ? 0 : 3));
		socket.write(Buffer.alloc(FLOOD_BYTES, frame));
	});
	const connection = await open({ ...fastEnvironment(0), now: () => 0 });
	await expect(ask(connection)).rejects.toThrow('The chat room sent more than an answer needs');
	expect(connection.isOpen).toBe(false);
	room?.resume();
	await until(() => room?.destroyed === true);
});

test('a megabyte less the last answer in messages that come at once is not taken for a flood', async () => {
	const other = JSON.stringify({ type: 'caption', text: 'x'.repeat(30_000) });
	server.on('connection', (socket) =>
		socket.on('message', () => {
			for (let sent = 0; sent < 34; sent++) socket.send(other);
			for (let sent = 0; sent < 300; sent++) socket.send('{}');
			socket.send(ANSWER);
		}),
	);
	await expect(ask(await open(fastEnvironment(10)))).resolves.toMatchObject({ answer: 'grün' });
});
