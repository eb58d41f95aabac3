import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { userFolder } from './environment';
import { close, listen } from './listen';

export type BinaryMode = 'default' | 'filesystem';

/** Keeps binaries in the items (`default`), or in files with an ID in the items. */
export async function keepBinaries(mode: BinaryMode): Promise<void> {
	const config = Container.get(BinaryDataConfig);
	config.mode = mode;
	config.localStoragePath = join(userFolder, 'binaries');
	await Container.get(BinaryDataService).init();
}

/** Serves signed URLs of binaries, as an n8n does that the service can reach. */
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
	return { url: `${await listen(server)}/`, close: async () => await close(server) };
}
