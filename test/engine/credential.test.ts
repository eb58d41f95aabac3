import dns from 'node:dns';
import type { Emulator } from '../emulator';
import { faceSwap, rows, setUp, swap } from '../support/bench';

const bench = setUp();
/** Saves a credential that has no token yet. */
const save = (fields = {}) =>
	bench.engine.saveCredential({ ...bench.emulator.credential, accessToken: '', fingerprint: '', ...fields });
beforeEach(() => save());

const messageOf = async (changes = {}) => {
	const { status, message } = await bench.engine.testCredential(changes);
	expect(status).toBe('Error');
	expect(message).not.toContain(bench.emulator.clientSecret);
	expect(bench.engine.logs.text()).not.toContain(bench.emulator.clientSecret);
	return message;
};

test('a correct key pair passes, and its token is stored', async () => {
	const before = bench.emulator.keyring.tokensIssued;
	expect(await bench.engine.testCredential()).toEqual({ status: 'OK', message: 'Connection successful!' });
	expect(bench.emulator.keyring.tokensIssued - before).toBe(1);
	expect(bench.engine.readCredential().accessToken).not.toBe('');
	expect(bench.engine.readCredential().fingerprint).not.toContain(bench.emulator.clientSecret);
});

test('a wrong secret, or a secret that is no longer accepted, is reported while a token that works is stored', async () => {
	await bench.engine.testCredential();
	const refused = 'does not accept the Client ID and the Client Secret';
	expect(await messageOf({ clientSecret: 'wrong-secret-wrong-secret-123456' })).toContain(refused);
	// The secret itself may be refused by now, although the token works.
	bench.emulator.faults.add({ kind: 'code', code: 1101, match: { path: 'getToken' } });
	expect(await messageOf()).toContain(refused);
});

const DEAD = 'http://127.0.0.1:9';

/** A machine may ask a server for a name, whose answer can take longer than the node waits. */
function unknownHost() {
	const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
	const lookup = (_host: string, _options: object, done: (error: Error) => void) => done(notFound);
	jest.spyOn(dns, 'lookup').mockImplementation(lookup as never);
	return { baseUrl: 'https://nobody.invalid' };
}

test.each<[string, (emulator: Emulator) => Record<string, string>, string]>([
	['a page of the service', ({ baseUrl }) => ({ baseUrl: `${baseUrl}/some/page` }), 'Base URL'],
	['another host', ({ mediaUrl }) => ({ baseUrl: mediaUrl }), 'Base URL'],
	['a Base URL without https://', () => ({ baseUrl: 'api.example.com' }), 'has to start with https://'],
	['a host that is dead', () => ({ baseUrl: DEAD }), 'connection was refused'],
	['an unknown host', unknownHost, 'its host was not found'],
	['a missing Client ID', () => ({ clientId: ' ' }), 'Client ID in the credential is empty'],
	['a missing Client Secret', () => ({ clientSecret: '' }), 'Client Secret in the credential is empty'],
	['a dead host of detections', () => ({ detectUrl: DEAD }), 'The face detection host could not be reached'],
	['a host without detections', ({ mediaUrl }) => ({ detectUrl: mediaUrl }), 'Check the Face Detection URL'],
	['a missing Face Detection URL', () => ({ detectUrl: '  ' }), 'so the node uses the Base URL'],
])('%s is reported', async (_what, changes, message) => {
	expect(await messageOf(changes(bench.emulator))).toContain(message);
});

test('invisible characters around a Base URL, as pasted from a chat, fail neither its test nor a run', async () => {
	const baseUrl = `\u2060${bench.emulator.baseUrl}/\u200B `;
	expect(await bench.engine.testCredential({ baseUrl })).toMatchObject({ status: 'OK' });
	save({ baseUrl });
	expect((await bench.engine.run(faceSwap('credit', 'get'))).error).toBeUndefined();
});

test('an API Key tests the credential and runs a node without any token, and a wrong one is reported', async () => {
	const [account] = bench.emulator.accounts;
	const before = bench.emulator.keyring.tokensIssued;
	const login = { authentication: 'apiKey', apiKey: account?.apiKey ?? '', clientId: '', clientSecret: '' };
	expect(await bench.engine.testCredential(login)).toMatchObject({ status: 'OK' });
	save(login);
	await bench.engine.run(faceSwap('credit', 'get'));
	expect(bench.emulator.requestsTo('quota/info').at(-1)).toMatchObject({ code: 1000 });
	expect(bench.emulator.keyring.tokensIssued).toBe(before);
	const refused = 'The service does not accept the API Key in the credential';
	expect(await messageOf({ ...login, apiKey: 'wrong' })).toContain(refused);
});

test.each([
	['an API Key', { authentication: 'apiKey', clientId: '', clientSecret: '' }],
	['keys with a stored token', {}],
])(
	'Allowed HTTP Request Domains without the host refuse %s in the test and in a run',
	async (_what, login) => {
		const apiKey = bench.emulator.accounts[0]?.apiKey ?? '';
		const valid = { ...login, ...('authentication' in login && { apiKey }) };
		expect(await bench.engine.testCredential(valid)).toMatchObject({ status: 'OK' });
		const allowed = { ...bench.engine.readCredential(), allowedHttpRequestDomains: 'domains' };
		for (const allowedDomains of ['other.test', ' ']) {
			bench.engine.saveCredential({ ...allowed, allowedDomains });
			const before = bench.emulator.requests.length;
			const { error } = await bench.engine.run(faceSwap('credit', 'get'));
			const told = [await messageOf(), `${error?.message}: ${String(error?.description)}`];
			expect(told).toEqual(Array(2).fill(expect.stringMatching(/Domain not allowed|No allowed domains/)));
			expect(bench.emulator.requests.length).toBe(before);
		}
		bench.engine.saveCredential({ ...allowed, allowedDomains: 'other.test, 127.0.0.1' });
		expect((await bench.engine.run(faceSwap('credit', 'get'))).status).toBe('success');
	},
);

test('the test of a credential sends its new token to the face detection host, and creates no job', async () => {
	expect(await bench.engine.testCredential()).toMatchObject({ status: 'OK' });
	expect(bench.emulator.requestsTo('/detect')).toHaveLength(1);
	const [asked] = bench.emulator.requestsTo('/detect');
	expect(asked?.body).toEqual({ single_face: true });
	expect(asked?.headers.authorization).toBe(`Bearer ${String(bench.engine.readCredential().accessToken)}`);
	expect(bench.created).toEqual([]);
});

test.each([
	['a page', { kind: 'html', status: 200 }, 'gave an answer that could not be read'],
	['a refused token', { kind: 'code', code: 1101 }, 'does not accept the access token'],
] as const)('a face detection host that answers with %s is named', async (_name, fault, sentence) => {
	bench.emulator.faults.add({ ...fault, match: { path: '/detect' } });
	expect(await messageOf()).toContain(`The face detection host ${sentence}`);
});

/* A credential with expressions in its fields. A run has one account. */

test.each(['={{ $json.id }}', "={{ $('Keys').first().json.id }}", '={{ $vars.id + $json.id }}'])(
	'the account %s is refused before any request, and before n8n could store its values',
	async (clientId) => {
		save({ clientId });
		const { error } = await bench.engine.run(swap(), { input: rows(2) });
		expect(error?.message).toBe('The credential takes its account from the item or from another node');
		expect(error?.description).toMatch(/^Nothing was paid\.\s+Enter the account itself in the credential/);
		expect(bench.emulator.requests).toEqual([]);
	},
);

test('an expression that is the same for all items is taken', async () => {
	save({ clientId: `={{ $workflow.id ? '${bench.emulator.clientId}' : '' }}` });
	const run = await bench.engine.run(swap(), { input: rows(2) });
	expect(run.json('Node')).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
});
