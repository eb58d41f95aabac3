import { MediaGenerationApi } from '../../../credentials/MediaGenerationApi.credentials';
import { readAccount, tokenOn } from '../../../nodes/shared/transport/account';

const pair = { clientId: 'id', clientSecret: 'secret' };
const keys = { baseUrl: 'https://api.example.com/v', detectUrl: ' https://detect.example.com/ ', ...pair };
const credential = { ...keys, accessToken: 'the-token', fingerprint: readAccount(keys).fingerprint };
const BY_KEY = { authentication: 'apiKey' };
const type = new MediaGenerationApi();
const url = 'https://api.example.com/api/open/v3/x';

/** The token that a request of n8n's HTTP Request node, or of the credential's test, gets. */
const sent = async (request: object, given = credential) => {
	const headers: Record<string, unknown> = {};
	await type.authenticate(given, { headers, ...request } as never);
	return headers.Authorization;
};

test.each([
	{ url },
	{ uri: url },
	{ url: new URL(url) },
	...[null, false, '', undefined].map((proxy) => ({ url, proxy })),
	{ url: 'https://detect.example.com/detect' },
	{ baseURL: 'https://api.example.com/v', url: '/api/open/v3/x' },
	{ baseURL: 'https://api.example.com', url: 'x' },
])('%j gets the token', async (request) => {
	expect(await sent(request)).toBe('Bearer the-token');
});

test.each([
	{ url: 'https://evil.example.com/' },
	{ url: 'https://api.example.com@evil.example.com/' },
	{ url: 'https://api.example.com.evil.example.com/' },
	{ url: 'http://api.example.com/' },
	{ baseURL: 'https://api.example.com', url: 'https://evil.example.com/' },
	{ baseURL: 'https://api.example.com', url: '\\\\evil.example.com/' },
	{ baseURL: 'https://evil.example.com', url: '/api/open/v3/x' },
	{ url: '//api.example.com/' },
	{},
])('%j gets no token but a reason', async (request) => {
	await expect(sent(request)).rejects.toThrow(
		/^The access token is not sent to .+: it is neither the Base URL nor the Face Detection URL of the credential$/,
	);
});

test.each(['http://proxy.example.com:3128', { host: 'proxy.example.com', port: 3128 }, ' '])(
	'a request with its own proxy %j gets no token',
	async (proxy) => {
		await expect(sent({ url, proxy })).rejects.toThrow(
			/^The access token is not sent through a proxy that the request names\. Remove Proxy under Options/,
		);
	},
);

test('a copy of the credential type can authenticate, because n8n copies it for its HTTP Request node', () => {
	expect(typeof { ...type }.authenticate).toBe('function');
});

/** Logs in at a service that answers every request with a body. */
const login = async (given: object, body: unknown, sent: unknown[] = []) => {
	const httpRequest = async (request: unknown) => ({ statusCode: 200, body, sent: sent.push(request) });
	return await type.preAuthentication.call({ helpers: { httpRequest } }, given as never);
};

/** What a login with these addresses sends, and how it ends. */
async function loggedIn(addresses: object) {
	const sent: unknown[] = [];
	const body = { code: 1000, token: 'token', data: {} };
	const ended = await login({ ...pair, detectUrl: '', ...addresses }, body, sent).then(
		() => 'passed',
		({ message }: Error) => message,
	);
	return { ended, sent };
}

test.each([
	[{ baseUrl: 'http://api.example.com' }, 'Base URL'],
	[{ baseUrl: ' HTTP://203.0.113.7:8080/v' }, 'Base URL'],
	[{ baseUrl: 'https://api.example.com', detectUrl: 'http://detect.example.com' }, 'Face Detection URL'],
	[{ baseUrl: 'http://api.example.com', ...BY_KEY, apiKey: 'a-key' }, 'Base URL'],
])('with %j no key is sent, because plain HTTP on a public network shows it', async (addresses, field) => {
	const message = `The ${field} in the credential is not secure: it starts with http://, and anyone on the way can read the keys. Enter it with https://`;
	expect(await loggedIn(addresses)).toEqual({ ended: message, sent: [] });
});

test('an account is read without pasted spaces, and its token from the headers of a request', () => {
	const pasted = { ...keys, clientId: ' id\n', clientSecret: '\tsecret ' };
	expect(readAccount(pasted)).toEqual(readAccount(keys));
	const owner = 'id https://api.example.com/v/api/open/v3';
	expect(readAccount(keys)).toMatchObject({ identity: 'id', owner, secret: 'secret', keys: pair });
	const byKey = { ...keys, ...BY_KEY, apiKey: ' k ' };
	expect(readAccount(byKey)).toMatchObject({ apiKey: 'k', secret: 'k', keys: pair });
	expect(readAccount({ ...byKey, clientId: '' }).keys).toBeUndefined();
	expect(readAccount({ ...byKey, clientSecret: '' }).keys).toBeUndefined();
	const headers = [{ 'x-api-key': 'k' }, { Authorization: 'Bearer t' }, { Authorization: 'Basic t' }, {}];
	expect(headers.map(tokenOn)).toEqual(['k', 't', undefined, undefined]);
});

test.each(['a key', 'a\nkey', 'kéy', 'k'.repeat(8_001)])('%j is no API Key', (apiKey) => {
	expect(() => readAccount({ ...keys, ...BY_KEY, apiKey })).toThrow('has characters that no key has');
});

test('an API Key is sent in its own header, without those of this package, and buys no token', async () => {
	const credential = { ...keys, ...BY_KEY, apiKey: ' the-key\n', accessToken: '' };
	const payer = readAccount(credential).identity;
	const request = { headers: { 'x-rejected-token': 'old', 'x-payer': payer }, url };
	await type.authenticate(credential, request as never);
	expect(request.headers).toEqual({ 'x-api-key': 'the-key' });
	expect(await loggedIn(credential)).toEqual({ ended: 'passed', sent: [] });
	const ofAnother = { headers: { 'x-payer': 'another' }, url } as never;
	const sending = async () => await type.authenticate(credential, ofAnother);
	await expect(sending).rejects.toThrow('another account');
});

test.each([
	['two Client IDs', { clientId: 'a' }, { clientId: 'b' }, false],
	['one Client ID with a new secret', { clientSecret: 'a' }, { clientSecret: 'b' }, true],
	['one account at two addresses', { baseUrl: 'https://a.example' }, { baseUrl: 'https://b.example' }, true],
	['two API Keys', { ...BY_KEY, apiKey: 'a' }, { ...BY_KEY, apiKey: 'b' }, false],
])('%s: the same account or another', (_name, one, other, isSame) => {
	const [first, second] = [one, other].map((changes) => readAccount({ ...keys, ...changes }));
	expect(first?.identity === second?.identity).toBe(isSame);
	expect(first?.fingerprint).not.toBe(second?.fingerprint);
	expect(first?.identity).not.toMatch(/example|secret/);
});
