import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IExecuteFunctions } from 'n8n-workflow';
import { TransportBench } from '../support/transportBench';

/* The credential in other hands: n8n's HTTP Request node follows redirects. */

const bench = new TransportBench();
const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function listen(listener: RequestListener): Promise<number> {
	const server = createServer(listener).listen(0, '127.0.0.1');
	servers.push(server);
	await new Promise((resolve) => server.once('listening', resolve));
	return (server.address() as AddressInfo).port;
}

/** As HTTP Request before 4.4 sends it. */
const byHttpRequest = async ({ helpers }: IExecuteFunctions, context: IExecuteFunctions, uri: string) =>
	await helpers.requestWithAuthentication.call(context, 'mediaGenerationApi', {
		uri,
		method: 'GET',
		headers: {},
		followRedirect: true,
		followAllRedirects: true,
		sendCredentialsOnCrossOriginRedirect: true,
	});
const byHelper = async ({ helpers }: IExecuteFunctions, context: IExecuteFunctions, url: string) =>
	await helpers.httpRequestWithAuthentication.call(context, 'mediaGenerationApi', { url, method: 'GET' });

test.each([
	["n8n's HTTP Request", byHttpRequest],
	['a helper of n8n', byHelper],
])('the token does not go along a redirect to another host, sent by %s', async (_who, ask) => {
	const received: unknown[] = [];
	const otherPort = await listen((request, response) => {
		received.push(request.headers.authorization);
		response.end('{}');
	});
	const port = await listen((request, response) => {
		if (request.url?.includes('getToken')) {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end('{"code":1000,"token":"token-of-the-test"}');
		} else response.writeHead(302, { location: `http://localhost:${otherPort}/elsewhere` }).end();
	});
	const baseUrl = `http://127.0.0.1:${port}`;
	const keys = { clientId: 'id-of-the-test', clientSecret: 's'.repeat(16) };
	bench.engine.saveCredential({ baseUrl, detectUrl: '', ...keys });
	bench.call.script = async (_transport, _waits, context) =>
		await ask(context, context, `${baseUrl}/api/open/v3/any`);
	await bench.start().finished;
	expect(received).toEqual([undefined]);
});
