import { CREDENTIAL_TYPE } from '../n8n/examples';
import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { line, start, type LineNode } from './line';
import { run } from './runs';

/* The credential in n8n's own HTTP Request node, chosen as Predefined Credential Type. */

const { play } = useInstalled();
const BALANCE = '/api/open/v3/faceswap/quota/info';

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

test('HTTP Request gets an answer from the service with the token that the credential fetches', async () => {
	const execution = await ask(request(service(BALANCE)));
	expect(execution.status).toBe('success');
	const answers = itemsOf(execution, 'Request').map(({ json }) => json);
	expect(answers).toMatchObject([{ code: 1000, data: { credit: expect.any(Number) } }]);
});

test('HTTP Request to another host fails, and the host gets neither the request nor the token', async () => {
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
