import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { userFolder } from './environment';

export type BinaryMode = 'default' | 'filesystem';

/** Binaries in the items themselves (`default`), or in files with an id in the items. */
export async function keepBinaries(mode: BinaryMode): Promise<void> {
	const config = Container.get(BinaryDataConfig);
	config.mode = mode;
	config.localStoragePath = join(userFolder, 'binaries');
	await Container.get(BinaryDataService).init();
}

/** The content of a stored binary. */
export async function readBinary(id: string): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer({ id, data: '', mimeType: '' });
}

/** Serves signed URLs of binaries, as an n8n that is reached from outside does. */
export async function serveBinaries(): Promise<{ url: string; close(): Promise<void> }> {
	const service = Container.get(BinaryDataService);
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '', 'http://n8n');
		const answer = async () => {
			if (url.pathname !== '/rest/binary-data/signed') throw new Error('Not found');
			const id = service.validateSignedToken(url.searchParams.get('token') ?? '');
			const [metadata, data] = [
				await service.getMetadata(id),
				await service.getAsBuffer({ id, data: '', mimeType: '' }),
			];
			response.writeHead(200, { 'content-type': metadata.mimeType ?? 'application/octet-stream' }).end(data);
		};
		answer().catch(() => response.writeHead(404).end());
	});
	const port = await listen(server);
	return {
		url: `http://127.0.0.1:${port}/`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('No port');
	return address.port;
}
