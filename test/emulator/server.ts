import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Emulator, LoggedRequest } from './api';
import { control, overview } from './control';
import { applyFault } from './http/applyFault';
import { apiPrefix, detectPath, dispatch, plainHeaders, sendAnswer } from './http/dispatch';
import { gatewayPage, parseBody, readBody, sendJson, sendText } from './http/exchange';
import { Rooms } from './live/rooms';
import { ownFetchHeader } from './media/fetch';
import { serveSample } from './media/serve';
import { ResultServer } from './media/serveResult';
import type { World } from './world';

/** The HTTP and WebSocket server of an emulator: receives, logs, and hands on. */
export class EmulatorServer {
	readonly requests: LoggedRequest[] = [];
	readonly rooms: Rooms;
	/** What the control calls act on; set once the emulator stands. */
	emulator?: Emulator;
	private server?: Server;
	private opening?: Promise<number>;
	private readonly results: ResultServer;
	private readonly sockets = new Set<Socket>();
	private readonly held = new Set<ServerResponse>();

	constructor(private readonly world: World) {
		this.rooms = new Rooms(world);
		this.results = new ResultServer(world);
	}

	/** Starts listening, unless it does or is about to; resolves with the port. */
	async listen(port: number, host: string): Promise<number> {
		if (this.server) return port;
		this.opening ??= this.open(port, host).finally(() => (this.opening = undefined));
		return await this.opening;
	}

	private async open(port: number, host: string): Promise<number> {
		const server = createServer((request, response) => {
			this.receive(request, response).catch((error: unknown) => {
				this.world.options.log?.(`emulator: ${String(error)}`);
				sendText(response, 500, 'text/html', gatewayPage(500, 'Internal Server Error'));
			});
		});
		server.on('upgrade', (request, socket, head) => this.rooms.upgrade(request, socket, head));
		// Longer than any pause between two looks at a job: a closing idle connection would look like a fault.
		server.keepAliveTimeout = 120_000;
		server.on('connection', (socket) => {
			this.sockets.add(socket);
			socket.once('close', () => this.sockets.delete(socket));
		});
		await new Promise<void>((resolve, reject) => {
			server.once('error', reject);
			server.listen(port, host, resolve);
		});
		this.server = server;
		const address = server.address();
		return typeof address === 'object' && address !== null ? address.port : port;
	}

	/** Stops listening and cuts all connections. */
	async stop(): Promise<void> {
		await this.opening;
		const { server } = this;
		if (!server) return;
		this.server = undefined;
		this.dropHeld();
		const closed = new Promise<void>((resolve) => server.close(() => resolve()));
		for (const socket of this.sockets) socket.destroy();
		await closed;
	}

	/** Cuts the connections that time-out faults left open. */
	dropHeld(): void {
		for (const response of this.held) response.destroy();
		this.held.clear();
	}

	private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = new URL(request.url ?? '/', 'http://emulator');
		const path = decodeURIComponent(url.pathname);
		const query = Object.fromEntries(url.searchParams);
		const raw = await readBody(request);
		if (raw === undefined) return sendText(response, 413, 'text/html', gatewayPage(413, 'Payload Too Large'));
		const { body, isJson } = parseBody(raw);
		if (path === '/' || path === '/emulator') {
			return this.control(request.method ?? 'GET', body, response);
		}
		const logged: LoggedRequest = {
			at: this.world.now(),
			area: areaOf(path),
			method: request.method ?? 'GET',
			path,
			query,
			headers: plainHeaders(request),
			body,
			httpStatus: 0,
			unknownFields: [],
		};
		this.world.alter.request?.(logged);
		if (request.headers[ownFetchHeader] === undefined) this.requests.push(logged);
		const fault = this.world.faults.take(logged, raw);
		const isCall = logged.area === 'api' || logged.area === 'detect';
		const work = () => dispatch(this.world, logged, isJson);
		if (fault && (isCall || !['slow', 'code'].includes(fault.kind))) {
			await applyFault(fault, logged, response, this.held, work);
		} else if (isCall) {
			const answer = await work();
			logged.httpStatus = answer.httpStatus;
			logged.code = answer.code;
			sendAnswer(response, answer);
		} else {
			await this.serveFile(request, response, logged);
			logged.httpStatus = response.statusCode;
		}
		const { method, httpStatus, code } = logged;
		this.world.options.log?.(
			`${method} ${path} -> ${httpStatus}${code === undefined ? '' : ` code ${code}`}`,
		);
	}

	/** GET shows everything, POST changes settings first. */
	private control(method: string, body: unknown, response: ServerResponse): void {
		if (!this.emulator) return;
		try {
			if (method === 'POST') control(this.emulator, body);
			sendJson(response, 200, overview(this.emulator));
		} catch (error) {
			sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
		}
	}

	private async serveFile(
		request: IncomingMessage,
		response: ServerResponse,
		{ area, path, query }: LoggedRequest,
	) {
		const name = path.split('/').slice(2).join('/');
		if (area === 'media') return serveSample(this.world, request, response, name, query);
		if (area === 'result') return await this.results.serve(request, response, name, query);
		if (path.endsWith('.flv')) return sendText(response, 200, 'video/x-flv', 'FLV');
		sendText(response, 404, 'text/html', gatewayPage(404, 'Not Found'));
	}
}

function areaOf(path: string): LoggedRequest['area'] {
	if (path.startsWith(apiPrefix)) return 'api';
	if (path === detectPath) return 'detect';
	if (path.startsWith('/media/')) return 'media';
	return path.startsWith('/results/') ? 'result' : 'other';
}
