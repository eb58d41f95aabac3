import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startEmulator } from '../../emulator';
import { printTable } from './table';

const MEGABYTES = 200;

/** A result of 200 MB saved by a node of its own process, streamed to a file and buffered: peak memory over idle. */
export async function benchDownload(): Promise<void> {
	console.log(`One result of ${MEGABYTES} MB, saved by n8n's engine in a process of its own`);
	const emulator = await startEmulator();
	const service = await serviceWithResult(`${emulator.mediaUrl}/large-${MEGABYTES}mb.mp4`);
	const rows: string[][] = [];
	for (const [name, mode] of [
		['this package, files on disk', 'filesystem'],
		['this package, n8n keeps files in memory', 'default'],
	] as const) {
		const { peak, idle } = await measureInChild(service.url, mode);
		rows.push([name, peak.toFixed(0), idle.toFixed(0)]);
	}
	printTable(['', 'peak over idle (MB)', 'idle (MB)'], rows);
	await service.close();
	await emulator.close();
}

async function measureInChild(baseUrl: string, mode: string): Promise<{ peak: number; idle: number }> {
	const child = fork(join(__dirname, 'downloadChild.ts'), [baseUrl, mode], {
		execArgv: ['--import', 'tsx', '--expose-gc'],
	});
	const [message] = await once(child, 'message');
	await once(child, 'exit');
	return message;
}

/** A service whose every swap is done, with one file as its result. */
async function serviceWithResult(url: string): Promise<{ url: string; close(): Promise<void> }> {
	const server = createServer((request, response) => {
		const isToken = request.url?.endsWith('/getToken') === true;
		const record = { _id: 'r1', faceswap_status: 3, url };
		const answer = isToken
			? { code: 1000, token: 'token' }
			: { code: 1000, msg: 'OK', data: { result: [record] } };
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(answer));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: async () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
