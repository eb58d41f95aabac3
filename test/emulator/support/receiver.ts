import { createServer, type Server } from 'node:http';
import { close, listen } from '../../support/listen';

/** A receiver of callbacks that answers with the statuses it is given, then with 200. */
export class Receiver {
	readonly bodies: unknown[] = [];
	/** Whether it closes a connection as soon as a second request comes on it. */
	closesKept = false;
	private readonly used = new WeakSet();
	statuses: number[] = [];
	private readonly server: Server = createServer((request, response) => {
		if (this.closesKept && this.used.has(request.socket)) return void request.socket.destroy();
		this.used.add(request.socket);
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			if (chunks.length > 0) this.bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
			response.writeHead(this.statuses.shift() ?? 200).end();
		});
	});

	async start(): Promise<string> {
		return `${await listen(this.server)}/hook`;
	}

	async stop(): Promise<void> {
		await close(this.server);
	}
}
