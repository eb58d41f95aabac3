import { MediaGenerationApi } from '../../../credentials/MediaGenerationApi.credentials';
import { keyPairFingerprint, readKeyPair } from '../../../nodes/shared/transport/account';
import { toBeProven } from '../../../nodes/shared/transport/authenticate';

const pair = { clientId: 'id', clientSecret: 'secret' };
const keys = { baseUrl: 'https://api.example.com/v', detectUrl: ' https://detect.example.com/ ', ...pair };
const credential = { ...keys, accessToken: 'the-token', fingerprint: keyPairFingerprint(readKeyPair(keys)) };
const type = new MediaGenerationApi();

/** The token that a request of n8n's HTTP Request node, or of the credential's test, gets. */
const sent = async (request: object) => {
	const headers: Record<string, unknown> = {};
	await type.authenticate(credential, { headers, ...request } as never);
	return headers.Authorization;
};

test.each([
	{ url: 'https://api.example.com/api/open/v3/x' },
	{ uri: 'https://api.example.com/api/open/v3/x' },
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

test.each([
	'http://proxy.example.com:3128',
	'proxy.example.com',
	{ host: 'proxy.example.com', port: 3128 },
	{},
	' ',
])('a request with its own proxy %j gets no token', async (proxy) => {
	await expect(sent({ url: 'https://api.example.com/api/open/v3/x', proxy })).rejects.toThrow(
		/^The access token is not sent through a proxy that the request names\. Remove Proxy under Options/,
	);
});

test('a copy of the credential type can authenticate, because n8n copies it for its HTTP Request node', () => {
	expect(typeof { ...type }.authenticate).toBe('function');
});

/** The result of the credential's test if the service answers every request with success. */
async function tested(addresses: object): Promise<string> {
	const credential = { ...pair, detectUrl: '', ...addresses };
	toBeProven.add(credential);
	const body = { code: 1000, token: 'token', data: {} };
	const httpRequest = async () => ({ statusCode: 200, body, headers: {} });
	return await type.preAuthentication.call({ helpers: { httpRequest } }, credential as never).then(
		() => 'passed',
		({ message }: Error) => message,
	);
}

test.each([
	[{ baseUrl: 'http://api.example.com' }, 'Base URL'],
	[{ baseUrl: ' HTTP://203.0.113.7:8080/v' }, 'Base URL'],
	[{ baseUrl: 'https://api.example.com', detectUrl: 'http://detect.example.com' }, 'Face Detection URL'],
])('the test of a credential with %j reports that its address is not secure', async (addresses, field) => {
	expect(await tested(addresses)).toBe(
		`The ${field} in the credential is not secure: it starts with http://, and anyone on the way can read the access token. Enter it with https://`,
	);
});

test.each([
	{ baseUrl: 'https://api.example.com' },
	{ baseUrl: 'http://localhost:8080', detectUrl: 'http://192.168.1.2' },
	{ baseUrl: 'http://media.internal' },
])('the test of a credential with https:// or a private address passes: %j', async (addresses) => {
	expect(await tested(addresses)).toBe('passed');
});
