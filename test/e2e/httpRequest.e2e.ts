import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod/v3';
import { CREDENTIAL_TYPE } from '../n8n/examples';
import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { line, ours, start, type LineNode } from './line';
import { run } from './runs';

/* The credential in n8n's own HTTP Request node, chosen as Predefined Credential Type: the way to what no node does. */

const { play } = useInstalled();
const BALANCE = '/api/open/v3/faceswap/quota/info';
const CREATE = '/api/open/v3/content/image/createbyprompt';

const request = (url: string, parameters: Record<string, unknown> = {}): LineNode => ({
	name: 'Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	credentials: { [CREDENTIAL_TYPE]: play().credential },
	parameters: {
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL_TYPE,
		...parameters,
	},
});
const ask = async (node: LineNode) => await run(play(), line([start, node]));
const service = (path: string) => play().emulator.baseUrl + path;
const outputOf = (execution: Awaited<ReturnType<typeof ask>>) =>
	itemsOf(execution, 'Request').map(({ json }) => json);
const tokensAsked = () => play().emulator.requestsTo('/getToken').length;

test('the editor offers the credential there', async () => {
	const answer = await play().client.session.raw('GET', '/types/credentials.json');
	const types = z.array(z.object({ name: z.string() }).passthrough()).parse(await answer.json());
	expect(types.find(({ name }) => name === CREDENTIAL_TYPE)).toHaveProperty('authenticate');
});

test('an endpoint of the service answers, with the token that the credential fetches', async () => {
	const execution = await ask(request(service(BALANCE)));
	expect(execution.status).toBe('success');
	expect(outputOf(execution)).toMatchObject([{ code: 1000, data: { credit: expect.any(Number) } }]);
});

test('another host is refused, and gets neither the request nor the token', async () => {
	const { port } = new URL(play().emulator.baseUrl);
	const before = play().emulator.requestsTo(BALANCE).length;
	const execution = await ask(request(`http://localhost:${port}${BALANCE}`));
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution.data.resultData.error)).toContain(
		`The access token is not sent to localhost:${port}`,
	);
	expect(play().emulator.requestsTo(BALANCE)).toHaveLength(before);
	const hosts = play().emulator.requests.map(({ headers }) => headers.host);
	expect(hosts).not.toContain(`localhost:${port}`);
});

test('a proxy of its own gets neither the request nor the token', async () => {
	const seen: string[] = [];
	const proxy = createServer((asked, response) => {
		seen.push(`${asked.url} ${asked.headers.authorization}`);
		response.end('{}');
	}).listen(0, '127.0.0.1');
	proxy.on('connect', (asked, socket) => {
		seen.push(`CONNECT ${asked.url}`);
		socket.destroy();
	});
	await once(proxy, 'listening');
	const address = proxy.address();
	const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
	const execution = await ask(request(service(BALANCE), { options: { proxy: url } }));
	expect(JSON.stringify(execution.data.resultData.error)).toContain(
		'The access token is not sent through a proxy that the request names',
	);
	expect(seen).toEqual([]);
	proxy.close();
});

test('a rejected token (code 1101 with HTTP 200) comes out as an item like any other, and is not renewed', async () => {
	const { emulator, credential } = play();
	emulator.expireTokens();
	const asked = tokensAsked();
	const execution = await ask(request(service(BALANCE)));
	expect(execution.status).toBe('success');
	expect(outputOf(execution)).toMatchObject([{ code: 1101 }]);
	expect(tokensAsked()).toBe(asked);
	// A node of the package renews it, for both.
	await run(
		play(),
		line([start, ours('Credit', 'faceSwap', credential, { resource: 'credit', operation: 'get' })]),
	);
	expect(tokensAsked()).toBe(asked + 1);
	expect(outputOf(await ask(request(service(BALANCE))))).toMatchObject([{ code: 1000 }]);
});

test('a create whose answer is an error is sent a second time: the service makes, and charges, two', async () => {
	const { emulator } = play();
	const before = emulator.jobs.created('image').length;
	emulator.faults.add({
		kind: 'afterTakenHttpStatus',
		status: 500,
		match: { path: CREATE },
		times: Infinity,
	});
	const body = { sendBody: true, specifyBody: 'json', jsonBody: '{"prompt": "A lake"}' };
	const execution = await ask(request(service(CREATE), { method: 'POST', ...body }));
	emulator.faults.clear();
	expect(execution.status).toBe('error');
	expect(emulator.jobs.created('image')).toHaveLength(before + 2);
});
