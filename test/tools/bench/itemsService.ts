import { createServer } from 'node:http';

/** A service whose swaps are done at once, in a process of its own: tells its parent where it is. */
const server = createServer((request, response) => {
	const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
	const data = pathname.endsWith('/listbyids')
		? { result: (searchParams.get('_ids') ?? '').split(',').map(recordOf) }
		: { _id: `swap-${++made}`, url: '', job_id: `job-${made}` };
	const answer = pathname.endsWith('/getToken')
		? { code: 1000, token: 'token' }
		: { code: 1000, msg: 'OK', data };
	request.resume().on('end', () => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(answer));
	});
});
let made = 0;

const recordOf = (id: string) => ({ _id: id, faceswap_status: 3, url: `https://example.com/${id}.png` });

server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit(0));
