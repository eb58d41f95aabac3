import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod/v3';
import { listen } from '../../support/listen';

/** Starts a service in another process. Its swaps finish immediately. */
export async function startService() {
	const child = fork(__filename, ['serve'], { execArgv: ['--import', 'tsx'] });
	const baseUrl = z.string().parse((await once(child, 'message'))[0]);
	const keys = { clientId: 'client-identifier', clientSecret: 'client-secret-16' };
	return { credential: { ...keys, baseUrl, detectUrl: baseUrl }, close: () => void child.kill() };
}

async function serve(): Promise<void> {
	let made = 0;
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		const url = 'https://example.com/picture.png';
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
