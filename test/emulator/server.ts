import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { applyFault } from './http/applyFault';
import { detectPath, dispatch, sendAnswer } from './http/dispatch';
import { gatewayPage, parseBody, sendText } from './http/exchange';
import type { Emulator } from './index';
import { ownFetchHeader } from './media/fetch';
import { serveResult, serveSample } from './media/serve';
import type { LoggedRequest } from './options';
import { close, listen } from '../support/listen';

/** The HTTP and WebSocket server of an emulator: receives, logs, and hands on. */
export class EmulatorServer {
	private server?: Server;
	private readonly held = new Set<ServerResponse>();

	constructor(private readonly world: Emulator) {}

	/** Starts listening, and returns the address. */
	async listen(port = 0): Promise<string> {
		const server = createServer((request, response) => {
			this.receive(request, response).catch((error: unknown) => {
				this.world.options.log?.(`emulator: ${String(error)}`);
				sendText(response, 500, 'text/html', gatewayPage(500, 'Internal Server Error'));
			});
		});
		server.on('upgrade', (request, socket, head) => this.world.rooms.upgrade(request, socket, head));
		this.server = server;
		const address = await listen(server, port);
		// Longer than any pause between two polls, because the end of an idle connection would look like a fault.
		server.keepAliveTimeout = 120_000;
		return address;
	}

	/** Stops listening and cuts all connections. */
	async stop(): Promise<void> {
		this.dropHeld();
		if (this.server) await close(this.server);
	}

	/** Cuts the connections that timeout faults left open. */
	dropHeld(): void {
		for (const response of this.held) response.destroy();
		this.held.clear();
	}

	private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { world } = this;
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://emulator');
		const path = decodeURIComponent(pathname);
		const raw = await text(request);
		const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
		const logged: LoggedRequest = {
			...{ at: world.now(), area: areaOf(path), method: request.method ?? 'GET', path },
			body: parseBody(raw),
			query: Object.fromEntries(searchParams),
			headers: Object.fromEntries(headers),
			httpStatus: 0,
			unknownFields: [],
		};
		world.alter.request?.(logged);
		if (request.headers[ownFetchHeader] === undefined) world.requests.push(logged);
		const fault = world.faults.take(logged, raw);
		const isCall = logged.area === 'api' || logged.area === 'detect';
		const work = async () => await dispatch(world, logged);
		if (fault && (isCall || !['slow', 'code'].includes(fault.kind))) {
			await applyFault(fault, logged, response, this.held, work);
		} else if (isCall) {
			sendAnswer(response, logged, await work());
		} else {
			await this.serveFile(response, logged);
			logged.httpStatus = response.statusCode;
		}
		const code = logged.code === undefined ? '' : ` code ${logged.code}`;
		world.options.log?.(`${logged.method} ${path} -> ${logged.httpStatus}${code}`);
	}

	private async serveFile(response: ServerResponse, { area, path }: LoggedRequest) {
		const name = path.split('/').slice(2).join('/');
		if (area === 'media') return serveSample(response, name);
		if (area === 'result') return await serveResult(this.world, response, name);
		sendText(response, 404, 'text/html', gatewayPage(404, 'Not Found'));
	}
}

function areaOf(path: string): LoggedRequest['area'] {
	if (path.startsWith('/api/open/')) return 'api';
	if (path === detectPath) return 'detect';
	if (path.startsWith('/media/')) return 'media';
	return path.startsWith('/results/') ? 'result' : 'other';
}
