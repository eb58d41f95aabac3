import type { IExecuteFunctions } from 'n8n-workflow';
import { OddHost } from '../support/oddHost';
import { TransportBench } from '../support/transportBench';

const bench = new TransportBench();
const host = new OddHost();
const other = new OddHost();

/* The credential in other nodes. n8n's HTTP Request node follows redirects. */

/** As HTTP Request before 4.4 sends it. */
const byHttpRequest = async ({ helpers }: IExecuteFunctions, context: IExecuteFunctions, uri: string) => {
	const followed = {
		followRedirect: true,
		followAllRedirects: true,
		sendCredentialsOnCrossOriginRedirect: true,
	};
	const request = { uri, method: 'GET' as const, headers: {}, ...followed };
	return await helpers.requestWithAuthentication.call(context, 'mediaGenerationApi', request);
};
const byHelper = async ({ helpers }: IExecuteFunctions, context: IExecuteFunctions, url: string) =>
	await helpers.httpRequestWithAuthentication.call(context, 'mediaGenerationApi', { url, method: 'GET' });

test.each([
	["n8n's HTTP Request", byHttpRequest],
	['a helper of n8n', byHelper],
])('the token does not follow a redirect to another host in a request by %s', async (_who, ask) => {
	const received: unknown[] = [];
	other.answer = (request, response) => {
		received.push(request.headers.authorization);
		response.end('{}');
	};
	host.answer = (request, response) => {
		if (request.url?.includes('getToken')) {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end('{"code":1000,"token":"token-of-the-test"}');
		} else response.writeHead(302, { location: other.url.replace('127.0.0.1', 'localhost') }).end();
	};
	const keys = { clientId: 'id-of-the-test', clientSecret: 's'.repeat(16) };
	bench.engine.saveCredential({ baseUrl: host.url, detectUrl: '', ...keys });
	bench.script = async (_transport, _send, context) =>
		await ask(context, context, `${host.url}/api/open/v3/any`);
	await bench.start().finished;
	expect(received).toEqual([undefined]);
});
