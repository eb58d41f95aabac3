import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Hears callbacks, and answers each with HTTP 503, so that the service repeats it. */
export class Ear {
	readonly heard: string[] = [];

	private constructor(private readonly server: Server) {
		server.on('request', async (request, response) => {
			const body = await text(request).catch(() => '');
			this.heard.push(body);
			response.writeHead(503).end();
		});
	}

	static async at(port: number): Promise<Ear> {
		const server = createServer().listen(port);
		await once(server, 'listening');
		return new Ear(server);
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}
