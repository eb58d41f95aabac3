import type { IExecuteFunctions } from 'n8n-workflow';
import { setUp } from '../support/bench';
import { chain, CREDENTIAL_TYPE, node } from '../support/engine';
import { OddHost } from '../support/oddHost';
import { define } from '../support/substitutes';

/* The credential in other nodes. n8n's HTTP Request node follows redirects. */

const host = new OddHost();
const other = new OddHost();

/** As HTTP Request before 4.4 sends it. */
const byHttpRequest = async (context: IExecuteFunctions, uri: string) => {
	const followed = {
		followRedirect: true,
		followAllRedirects: true,
		sendCredentialsOnCrossOriginRedirect: true,
	};
	const request = { uri, method: 'GET' as const, headers: {}, ...followed };
	return await context.helpers.requestWithAuthentication.call(context, CREDENTIAL_TYPE, request);
};
const byHelper = async (context: IExecuteFunctions, url: string) =>
	await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, { url, method: 'GET' });

let ask: typeof byHelper;
const asking = async function (this: IExecuteFunctions) {
	await ask(this, `${host.url}/api/open/v3/any`);
	return [this.getInputData()];
};
const call = define('call', asking, [], { credentials: [{ name: CREDENTIAL_TYPE, required: true }] });
const bench = setUp({}, { nodeTypes: { 'fake.call': call } });

test.each([
	["n8n's HTTP Request", byHttpRequest],
	['a helper of n8n', byHelper],
])('the token does not follow a redirect to another host in a request by %s', async (_who, by) => {
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
	ask = by;
	await bench.engine.run(chain(node('Call', 'fake.call')));
	expect(received).toEqual([undefined]);
});
