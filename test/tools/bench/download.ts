import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fixture } from '../../emulator/media/fixtures';
import { printTable } from './table';

const MEGABYTES = 200;

/** A result of 200 MB saved by a node of its own process, streamed to a file and buffered: peak memory over idle. */
export async function benchDownload(): Promise<void> {
	console.log(`One result of ${MEGABYTES} MB, saved by n8n's engine in a process of its own`);
	const service = await serviceWithFilm();
	const rows: string[][] = [];
	for (const [name, mode] of [
		['this package, files on disk', 'filesystem'],
		['this package, n8n keeps files in memory', 'default'],
	] as const) {
		const { peak, idle, seconds } = await measureInChild(service.url, mode);
		rows.push([name, peak.toFixed(0), idle.toFixed(0), seconds.toFixed(2)]);
	}
	printTable(['', 'peak over idle (MB)', 'idle (MB)', 'CPU seconds'], rows);
	await service.close();
}

async function measureInChild(baseUrl: string, mode: string): Promise<Measured> {
	const child = fork(join(__dirname, 'downloadChild.ts'), [baseUrl, mode], {
		execArgv: ['--import', 'tsx', '--expose-gc'],
	});
	const [message] = await once(child, 'message');
	await once(child, 'exit');
	return message;
}

interface Measured {
	/** In MB, as idle. */
	peak: number;
	idle: number;
	/** Of the processor. */
	seconds: number;
}

/** A service whose every swap is done, with one film as its result. */
async function serviceWithFilm(): Promise<{ url: string; close(): Promise<void> }> {
	const server = createServer((request, response) => {
		const origin = `http://${request.headers.host ?? ''}`;
		if (request.url?.endsWith('.mp4')) {
			response.setHeader('content-type', 'video/mp4');
			Readable.from(film()).pipe(response);
			return;
		}
		const isToken = request.url?.endsWith('/getToken') === true;
		const record = { _id: 'r1', faceswap_status: 3, url: `${origin}/film.mp4` };
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

/** A short film, and behind it so many megabytes that belong to no picture. */
function* film(): Generator<Buffer> {
	yield fixture('short.mp4');
	const header = Buffer.from('\0\0\0\0mdat', 'latin1');
	header.writeUInt32BE(header.length + MEGABYTES * 1_000_000);
	yield header;
	const megabyte = Buffer.alloc(1_000_000);
	for (let sent = 0; sent < MEGABYTES; sent++) yield megabyte;
}
