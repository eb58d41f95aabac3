import { sampleAccounts, type Emulator, type EmulatorOptions, type FaultSpec } from './index';
import { Client, frozen, signedIn } from './support/client';

let emulator: Emulator;
let client: Client;
const start = async (options: EmulatorOptions = {}) => {
	await emulator?.close();
	({ emulator, client } = await signedIn({ ...frozen, ...options }));
};
beforeEach(() => start());
afterAll(() => emulator.close());

const path = '/content/image/createbyprompt';
const generate = async (prompt = 'A lake') => await client.post(path, { prompt });
const codesOf = async (count: number) => {
	const codes: number[] = [];
	while (codes.length < count) codes.push((await generate()).code);
	return codes;
};
const raw = (signal?: AbortSignal, authorization = `Bearer ${client.token}`) =>
	fetch(`${emulator.baseUrl}/api/open/v3${path}`, {
		method: 'POST',
		headers: { authorization },
		body: '{"prompt":"A lake"}',
		signal,
	});

describe('a token', () => {
	const quota = async (by = client) => (await by.get('/faceswap/quota/info')).code;
	const banned = sampleAccounts.find((account) => account.banned);

	it.each([
		['a wrong secret', { clientId: 'emulator-client-0001', clientSecret: 'wrong' }, 1101],
		['an unknown ID', { clientId: 'nobody', clientSecret: 'wrong' }, 1101],
		['an empty secret', { clientId: 'emulator-client-0001', clientSecret: '' }, 1102],
		['no key pair', {}, 1102],
		['a banned account', { clientId: banned?.clientId, clientSecret: banned?.clientSecret }, 1200],
	])('for %s is refused by HTTP 200 and a code', async (_name, body, code) => {
		expect(await new Client(emulator).post('/getToken', body)).toMatchObject({ httpStatus: 200, code });
		expect(emulator.tokensIssued).toBe(1);
	});

	it('is told apart when missing, wrong, expired, replaced or of a banned account', async () => {
		const other = new Client(emulator);
		expect(await quota(other)).toBe(1102);
		other.token = 'made-up';
		expect(await quota(other)).toBe(1101);
		expect(await other.detect({ image_url: emulator.mediaUrl })).toMatchObject({ error_code: 1101 });
		emulator.expireTokens();
		expect(await quota()).toBe(1101);
		await client.signIn();
		expect([await quota(), emulator.tokensIssued]).toEqual([1000, 2]);
		emulator.setBanned(true);
		expect(await quota()).toBe(1200);
		emulator.setBanned(false);
		emulator.shapes.tokensPerAccount = 'one';
		const second = await new Client(emulator).signIn();
		expect([await quota(), await quota(second)]).toEqual([1101, 1000]);
	});
});

describe('a fault', () => {
	it('answers a code as often as asked for, from the request on that is named', async () => {
		emulator.faults.add({ kind: 'code', code: 1005, match: { path: 'createbyprompt', nth: 2 }, times: 2 });
		expect(await codesOf(4)).toEqual([1000, 1005, 1005, 1000]);
		expect(emulator.jobs.created('image')).toHaveLength(2);
	});

	it('meets only the requests that match, or a share of them', async () => {
		emulator.faults.add({ kind: 'code', code: 1108, match: { body: 'mountain', path: /byprompt$/ } });
		expect([(await generate()).code, (await generate('A mountain')).code]).toEqual([1000, 1108]);
		emulator.faults.add({ kind: 'code', code: 1006, rate: 0.5, times: Infinity });
		expect(new Set(await codesOf(40))).toEqual(new Set([1000, 1006]));
		emulator.faults.clear();
		emulator.faults.add({ kind: 'code', code: 1005, msg: 'Slow down' });
		expect(await client.detect({})).toEqual({ error_code: 1005, error_msg: 'Slow down' });
		emulator.faults.add({ kind: 'httpStatus', status: 503, match: { path: '/media/' } });
		expect((await fetch(`${emulator.mediaUrl}/tone.mp3`)).status).toBe(503);
	});

	it.each<[FaultSpec['kind'], number]>([
		['reset', 0],
		['timeout', 0],
		['afterTakenReset', 1],
		['afterTakenTimeout', 1],
	])('%s cuts the connection, with %i jobs taken', async (kind, jobs) => {
		emulator.faults.add({ kind, delayMs: 10 });
		await expect(raw()).rejects.toThrow('fetch failed');
		expect(emulator.jobs.created()).toHaveLength(jobs);
	});

	it.each([true, false])('meets what comes too often; Retry-After: %s', async (hasRetryAfter) => {
		const limit = { most: 2, perMs: 60_000, hasRetryAfter };
		emulator.faults.add({ kind: 'httpStatus', status: 429, limit });
		const answers = [await raw(), await raw(), await raw()];
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
		expect(answers[2]?.headers.get('retry-after')).toBe(hasRetryAfter ? '60' : null);
		emulator.advance(60_001);
		expect((await raw()).status).toBe(200);
	});
});

test('too many jobs in progress get code 1005', async () => {
	await start({ maxInProgress: 1 });
	expect(await codesOf(2)).toEqual([1000, 1005]);
	emulator.jobs.complete();
	expect(await codesOf(1)).toEqual([1000]);
});

test('control over HTTP sets faults, jobs, credit, clock, settings and tokens, and shows them', async () => {
	const control = async (body: unknown) => {
		const url = `${emulator.baseUrl}/emulator`;
		return await fetch(url, { method: 'POST', body: JSON.stringify(body) });
	};
	await control({ faults: [{ kind: 'code', code: 1006, times: null }] });
	expect(await codesOf(2)).toEqual([1006, 1006]);
	expect((await control({ faults: [{ kind: 'nonsense' }] })).status).toBe(400);
	await control({ faults: [], next: { status: 4, reason: 'No' }, shapes: { avatarList: 'result' } });
	const { _id: id } = (await generate()).data;
	const answer = await control({ credit: 7, advanceMs: 1000, expireTokens: true });
	const jobs = [{ id, status: 4, reason: 'No' }];
	expect(await answer.json()).toMatchObject({ jobs, credit: 7, shapes: { avatarList: 'result' } });
	expect(await codesOf(1)).toEqual([1101]);
});
