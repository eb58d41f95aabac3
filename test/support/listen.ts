import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** Starts a server on a port of this machine, by default a free one, and returns its address. */
export async function listen(server: Server, port = 0): Promise<string> {
	// A server that closes an idle connection resets the request that comes at that moment.
	server.keepAliveTimeout = 0;
	await once(server.listen(port, '127.0.0.1'), 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server does not listen');
	return `http://127.0.0.1:${address.port}`;
}

export async function close(server: Server): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
}

/** A free port of this machine, if possible the wanted port. */
export async function freePort(wanted = 0): Promise<number> {
	const probe = createServer();
	const address = await listen(probe, wanted).catch(async () => await listen(probe));
	await close(probe);
	return Number(new URL(address).port);
}
