import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { z } from 'zod/v3';
import { fixture } from '../../emulator/media/fixtures';
import { listen } from '../../support/listen';

export const FILM_MEGABYTES = 200;

/** Starts a service in another process. Its swaps finish immediately, with one film as their result. */
export async function startService() {
	const child = fork(__filename, ['serve'], { execArgv: ['--import', 'tsx'] });
	const baseUrl = z.string().parse((await once(child, 'message'))[0]);
	const keys = { clientId: 'client-identifier', clientSecret: 'client-secret-16' };
	return { keys: { ...keys, baseUrl, detectUrl: baseUrl }, close: () => void child.kill() };
}

/** A short film, followed by megabytes outside all frames. */
function* film(): Generator<Buffer> {
	yield fixture('short.mp4');
	const header = Buffer.from('\0\0\0\0mdat', 'latin1');
	header.writeUInt32BE(header.length + FILM_MEGABYTES * 1_000_000);
	yield header;
	const megabyte = Buffer.alloc(1_000_000);
	for (let sent = 0; sent < FILM_MEGABYTES; sent++) yield megabyte;
}

async function serve(): Promise<void> {
	let made = 0;
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		if (pathname.endsWith('.mp4')) {
			response.setHeader('content-type', 'video/mp4');
			return void Readable.from(film()).pipe(response);
		}
		const url = `http://${request.headers.host}/film.mp4`;
		const ids = (searchParams.get('_ids') ?? '').split(',');
		const data = pathname.endsWith('/listbyids')
			? { result: ids.map((_id) => ({ _id, faceswap_status: 3, url })) }
			: { _id: `swap-${++made}`, url: '', job_id: `job-${made}` };
		const answer = {
			code: 1000,
			...(pathname.endsWith('/getToken') ? { token: 'token' } : { msg: 'OK', data }),
		};
		request.resume().on('end', () => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(answer));
		});
	});
	process.on('disconnect', () => process.exit(0));
	process.send?.(await listen(server));
}

if (process.argv[2] === 'serve') void serve();
