import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IRun } from 'n8n-workflow';
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

/** Renames files of a webhook, which come before its execution has a number, when n8n saves it (`restore-binary-data-id` of n8n 2.41). */
export async function renameReceived({ mode, data }: IRun, executionId: string): Promise<void> {
	if (mode !== 'webhook') return;
	const runs = Object.values(data.resultData.runData).flat();
	const items = runs.flatMap((run) => run.data?.main ?? []).flatMap((output) => output ?? []);
	const files = items.flatMap(({ binary = {} }) => Object.values(binary));
	for (const id of new Set(files.map((file) => file.id))) {
		if (!id?.includes('/temp/')) continue;
		const renamed = id.replace('/temp/', `/${executionId}/`);
		const [from = '', to = ''] = [id, renamed].map((name) => name.split(':')[1]);
		await Container.get(BinaryDataService).rename(from, to);
		for (const file of files) if (file.id === id) file.id = renamed;
	}
}
