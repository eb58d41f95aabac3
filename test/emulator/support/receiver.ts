import { createServer, type Server } from 'node:http';

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
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		const address = this.server.address();
		return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
