import type { Server } from 'node:http';

/** Starts a server on a free port of this machine, and returns its address. */
export async function listen(server: Server): Promise<string> {
	// A server that closes an idle connection resets the request that comes at that moment.
	server.keepAliveTimeout = 0;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return addressOf(server);
}

export function addressOf(server: Server): string {
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server does not listen');
	return `http://127.0.0.1:${address.port}`;
}

export async function close(server: Server): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
}
