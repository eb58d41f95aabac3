import { sampleAccounts, startEmulator, type Emulator } from './index';
import { Client } from './support/client';

describe('token and authorization', () => {
	let emulator: Emulator;
	beforeEach(async () => {
		emulator = await startEmulator();
	});
	afterEach(() => emulator.close());

	const quota = (client: Client) => client.get('/faceswap/quota/info');

	it('gives a token for the right key pair and counts it', async () => {
		const client = await new Client(emulator).signIn();
		expect(await quota(client)).toMatchObject({ code: 1000, data: { credit: 100_000 } });
		expect(emulator.tokensIssued).toBe(1);
	});

	it.each([
		['a wrong secret', { clientId: 'emulator-client-0001', clientSecret: 'wrong' }, 1101],
		['an unknown id', { clientId: 'nobody', clientSecret: 'wrong' }, 1101],
		['an empty secret', { clientId: 'emulator-client-0001', clientSecret: '' }, 1102],
		['no key pair', {}, 1102],
	])('refuses %s with HTTP 200 and a code', async (_name, body, code) => {
		expect(await new Client(emulator).post('/getToken', body)).toMatchObject({ httpStatus: 200, code });
		expect(emulator.tokensIssued).toBe(0);
	});

	it('refuses a banned account when it asks for a token, and later when it uses one', async () => {
		const [banned] = sampleAccounts.filter((account) => account.banned);
		const { clientId, clientSecret } = banned ?? {};
		const refused = await new Client(emulator).post('/getToken', { clientId, clientSecret });
		expect(refused).toMatchObject({ code: 1200 });
		const client = await new Client(emulator).signIn();
		emulator.setBanned(true);
		expect(await quota(client)).toMatchObject({ code: 1200 });
	});

	it('tells a missing token from a wrong one', async () => {
		const client = new Client(emulator);
		expect(await quota(client)).toMatchObject({ httpStatus: 200, code: 1102 });
		client.token = 'made-up';
		expect(await quota(client)).toMatchObject({ httpStatus: 200, code: 1101 });
	});

	it('answers detection without a valid token in its own envelope', async () => {
		const client = new Client(emulator);
		client.token = 'made-up';
		expect(await client.detect({ image_url: `${emulator.mediaUrl}/people-1.png` })).toMatchObject({
			error_code: 1101,
		});
	});

	it('expires all tokens at once, and gives new ones', async () => {
		const client = await new Client(emulator).signIn();
		emulator.expireTokens();
		expect(await quota(client)).toMatchObject({ httpStatus: 200, code: 1101 });
		await client.signIn();
		expect(await quota(client)).toMatchObject({ code: 1000 });
		expect(emulator.tokensIssued).toBe(2);
	});

	it('gives each account its own credit', async () => {
		const poor = sampleAccounts.find(({ credit }) => credit !== undefined);
		const client = await new Client(emulator, poor?.clientId, poor?.clientSecret).signIn();
		expect(await quota(client)).toMatchObject({ data: { credit: 2 } });
	});

	it('answers a body that is not JSON with code 1003, and an unknown path with a page', async () => {
		const client = await new Client(emulator).signIn();
		expect(await client.post('/faceswap/highquality/specifyimage', '{"a":')).toMatchObject({ code: 1003 });
		const page = await fetch(`${emulator.baseUrl}/api/open/v3/nothing`);
		expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
	});
});
