import type { Emulator, EmulatorOptions } from './index';
import { frozen, signedIn, type Client } from './support/client';
import { until } from '../support/until';

describe('faults, limits and the log', () => {
	let emulator: Emulator;
	let client: Client;
	beforeEach(async () => {
		({ emulator, client } = await signedIn(frozen));
	});
	afterEach(() => emulator.close());

	const generate = () => client.post('/content/image/createbyprompt', { prompt: 'A lake' });
	const raw = (signal?: AbortSignal) =>
		fetch(`${emulator.baseUrl}/api/open/v3/content/image/createbyprompt`, {
			method: 'POST',
			headers: { authorization: `Bearer ${client.token}` },
			body: '{"prompt":"A lake"}',
			signal,
		});

	it('answer a code as often as asked for, from the request on that is named', async () => {
		emulator.faults.add({ kind: 'code', code: 1005, match: { path: 'createbyprompt', nth: 2 }, times: 2 });
		const codes = [await generate(), await generate(), await generate(), await generate()].map(
			({ code }) => code,
		);
		expect(codes).toEqual([1000, 1005, 1005, 1000]);
		expect(emulator.jobs.created('image')).toHaveLength(2);
	});

	it('meet only the requests that match', async () => {
		emulator.faults.add({
			kind: 'code',
			code: 1108,
			match: { method: 'POST', body: 'mountain', path: /byprompt$/ },
		});
		expect((await generate()).code).toBe(1000);
		const mountain = await client.post('/content/image/createbyprompt', { prompt: 'A mountain' });
		expect(mountain.code).toBe(1108);
	});

	it('answer detection in its own envelope', async () => {
		emulator.faults.add({ kind: 'code', code: 1005, msg: 'Slow down' });
		expect(await client.detect({})).toEqual({ error_code: 1005, error_msg: 'Slow down' });
	});

	it('give an HTTP status with headers, a page, broken JSON, or nothing', async () => {
		emulator.faults.add(
			{ kind: 'httpStatus', status: 429, headers: { 'retry-after': '2' } },
			{ kind: 'html' },
			{ kind: 'badJson' },
			{ kind: 'empty' },
		);
		const limited = await raw();
		expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
		const page = await raw();
		expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html>')]);
		await expect((await raw()).json()).rejects.toThrow('JSON');
		expect(await (await raw()).text()).toBe('');
		expect(emulator.jobs.created()).toEqual([]);
	});

	it('cut the connection before the job is taken, or after it', async () => {
		emulator.faults.add({ kind: 'reset' });
		await expect(raw()).rejects.toThrow('fetch failed');
		expect(emulator.jobs.created()).toHaveLength(0);
		emulator.faults.add({ kind: 'afterTakenReset' });
		await expect(raw()).rejects.toThrow('fetch failed');
		expect(emulator.jobs.created()).toHaveLength(1);
		emulator.faults.add({ kind: 'afterTakenHttpStatus', status: 504 });
		expect((await raw()).status).toBe(504);
		expect(emulator.jobs.created()).toHaveLength(2);
	});

	it('leave the connection open without an answer', async () => {
		emulator.faults.add({ kind: 'timeout', delayMs: 10 }, { kind: 'timeout' });
		await expect(raw()).rejects.toThrow('fetch failed');
		await expect(raw(AbortSignal.timeout(50))).rejects.toThrow('aborted due to timeout');
	});

	it('slow an answer down', async () => {
		emulator.faults.add({ kind: 'slow', delayMs: 20 });
		expect((await generate()).code).toBe(1000);
		expect(emulator.requests.at(-1)).toMatchObject({ fault: 'slow', code: 1000 });
	});

	it('meet a share of the requests, the same with the same seed, until they are cleared', async () => {
		emulator.faults.add({ kind: 'code', code: 1005, rate: 0.5, times: Infinity });
		const codes: number[] = [];
		for (let index = 0; index < 40; index += 1) codes.push((await generate()).code);
		expect(new Set(codes)).toEqual(new Set([1000, 1005]));
		emulator.faults.clear();
		expect((await generate()).code).toBe(1000);
	});

	it('meet media only where they are named', async () => {
		emulator.faults.add({ kind: 'httpStatus', status: 503, times: Infinity });
		const url = `${emulator.mediaUrl}/portrait-ada.png`;
		expect((await fetch(url)).status).toBe(200);
		emulator.faults.clear();
		emulator.faults.add({ kind: 'httpStatus', status: 503, match: { path: '/media/' } });
		expect((await fetch(url)).status).toBe(503);
	});

	it('log each request with its body, answer and code, but not the emulator’s own', async () => {
		emulator.requests.splice(0);
		await client.detect({ image_url: `${emulator.mediaUrl}/people-1.png` });
		await generate();
		expect(emulator.requests).toMatchObject([
			{ area: 'detect', method: 'POST', httpStatus: 200, code: 0 },
			{
				area: 'api',
				path: '/api/open/v3/content/image/createbyprompt',
				body: { prompt: 'A lake' },
				code: 1000,
			},
		]);
		expect(emulator.requestsTo('/createbyprompt')).toHaveLength(1);
	});

	it('refuse connections while offline, and take them again on the same port', async () => {
		await emulator.offline();
		await expect(raw()).rejects.toThrow('fetch failed');
		await emulator.online();
		expect((await generate()).code).toBe(1000);
	});

	it('are over when the emulator is closed, however often it was told to go online', async () => {
		await emulator.offline();
		await Promise.all([emulator.online(), emulator.online()]);
		await emulator.online();
		expect((await generate()).code).toBe(1000);
		await emulator.close();
		await expect(raw()).rejects.toThrow('fetch failed');
	});
});

describe('limits', () => {
	const open: Emulator[] = [];
	const signIn = async (options: EmulatorOptions) => {
		const both = await signedIn({ ...frozen, ...options });
		open.push(both.emulator);
		return both;
	};
	afterEach(async () => {
		for (const emulator of open.splice(0)) await emulator.close();
	});

	it('answer 1005 to too many creates in a span', async () => {
		const { emulator, client } = await signIn({ rateLimit: { creates: 2, perMs: 1000 } });
		const generate = () => client.post('/content/image/createbyprompt', { prompt: 'A lake' });
		expect([(await generate()).code, (await generate()).code, (await generate()).code]).toEqual([
			1000, 1000, 1005,
		]);
		emulator.advance(1001);
		expect((await generate()).code).toBe(1000);
	});

	it.each([true, false])(
		'answer what a fault says to what comes too often; Retry-After: %s',
		async (hasRetryAfter) => {
			const { emulator, client } = await signIn({});
			const limit = { most: 2, perMs: 60_000, hasRetryAfter };
			emulator.faults.add({ kind: 'httpStatus', status: 429, limit, match: { path: 'createbyprompt' } });
			const generate = async () =>
				await fetch(`${emulator.baseUrl}/api/open/v3/content/image/createbyprompt`, {
					method: 'POST',
					headers: { authorization: `Bearer ${client.token}` },
					body: '{"prompt":"A lake"}',
				});
			const first = [await generate(), await generate(), await generate()];
			expect(first.map(({ status }) => status)).toEqual([200, 200, 429]);
			expect(first[2]?.headers.get('retry-after')).toBe(hasRetryAfter ? '60' : null);
			emulator.advance(60_001);
			expect((await generate()).status).toBe(200);
		},
	);

	it('answer 1005 to too many jobs in progress', async () => {
		const { emulator, client } = await signIn({ maxInProgress: 1 });
		const generate = () => client.post('/content/image/createbyprompt', { prompt: 'A lake' });
		expect([(await generate()).code, (await generate()).code]).toEqual([1000, 1005]);
		emulator.jobs.complete();
		expect((await generate()).code).toBe(1000);
	});

	it('draw the same ids and durations from the same seed', async () => {
		const run = async (seed: number) => {
			const { emulator, client } = await signIn({ seed, jobMs: [1000, 9000] });
			await client.post('/content/image/createbyprompt', { prompt: 'A lake' });
			await client.post('/content/image/createbyprompt', { prompt: 'A lake' });
			const jobs = emulator.jobs.created().map(({ id, endsAt }) => [id, endsAt]);
			return jobs;
		};
		expect(await run(5)).toEqual(await run(5));
		expect(await run(5)).not.toEqual(await run(6));
	});

	it('let a job fail whose media are not there, where inputs are checked', async () => {
		const { emulator, client } = await signIn({ checkInputs: true });
		const url = `${emulator.mediaUrl}/gone.png`;
		const { data } = await client.post('/content/image/createbyprompt', {
			prompt: 'A lake',
			source_image: url,
		});
		emulator.advance(1000);
		const status = () => emulator.jobs.get(String(data._id));
		await until(() => status()?.status === 4);
		expect(status()?.reason).toContain(url);
	});
});
