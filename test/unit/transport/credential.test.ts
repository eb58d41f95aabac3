import { MediaGenerationApi } from '../../../credentials/MediaGenerationApi.credentials';
import { readAccount, sharedBy, tokenOn } from '../../../nodes/shared/transport/account';

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

test('a copy of the credential type can authenticate, because n8n copies it for its HTTP Request node', () => {
	expect(typeof { ...type }.authenticate).toBe('function');
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

test('the rate limits and outages of 50 accounts are remembered', () => {
	const of = (account: number) => sharedBy(readAccount({ ...keys, clientId: `account-${account}` }));
	const first = of(0);
	expect(Array.from({ length: 50 }, (_, account) => of(account))[0]).toBe(first);
	of(50);
	expect(of(0)).not.toBe(first);
});
