import { parseCommandLine } from './cliOptions';
import type { Emulator } from './index';
import { frozen, signedIn, type Client } from './support/client';

describe('control over HTTP', () => {
	let emulator: Emulator;
	let client: Client;
	beforeEach(async () => {
		({ emulator, client } = await signedIn(frozen));
	});
	afterEach(() => emulator.close());

	const control = async (method: string, path: string, body?: unknown) => {
		const answer = await fetch(`${emulator.baseUrl}/emulator${path}`, { method, body: JSON.stringify(body) });
		return { status: answer.status, body: JSON.parse(await answer.text()) as unknown };
	};
	const generate = async () => await client.post('/content/image/createbyprompt', { prompt: 'A lake' });

	it('shows where everything is', async () => {
		expect(await control('GET', '')).toMatchObject({
			status: 200,
			body: { baseUrl: emulator.baseUrl, detectUrl: emulator.detectUrl, tokensIssued: 1 },
		});
	});

	it('adds and clears faults, and refuses what is none', async () => {
		await control('POST', '/faults', [{ kind: 'code', code: 1006, times: null }]);
		expect((await generate()).code).toBe(1006);
		expect((await generate()).code).toBe(1006);
		await control('DELETE', '/faults');
		expect((await generate()).code).toBe(1000);
		expect((await control('POST', '/faults', { kind: 'nonsense' })).status).toBe(400);
		expect((await control('POST', '/nonsense')).status).toBe(404);
	});

	it('drives jobs, credit, clock, settings and tokens', async () => {
		await control('POST', '/jobs/next', { status: 4, reason: 'No' });
		const { data } = await generate();
		await control('POST', '/clock', { advanceMs: 1000 });
		expect((await control('GET', '/jobs')).body).toMatchObject([{ id: data._id, status: 4, reason: 'No' }]);
		await control('POST', '/jobs/complete', { id: data._id });
		expect(emulator.jobs.get(String(data._id))?.status).toBe(3);
		await control('POST', '/jobs/fail', { id: data._id });
		await control('POST', '/jobs/status', { id: data._id, status: 9 });
		expect(emulator.jobs.get(String(data._id))?.status).toBe(9);
		await control('POST', '/credit', { credit: 7 });
		expect((await control('GET', '/credit')).body).toEqual({ credit: 7 });
		await control('POST', '/settings', { shapes: { avatarList: 'result' }, callbacks: { repeat: 2 } });
		expect([emulator.shapes.avatarList, emulator.callbacks.settings.repeat]).toEqual(['result', 2]);
		await control('POST', '/expire-tokens');
		expect((await generate()).code).toBe(1101);
	});

	it('shows and forgets requests, which it is no part of', async () => {
		await generate();
		expect((await control('GET', '/requests')).body).toHaveLength(2);
		await control('DELETE', '/requests');
		expect((await control('GET', '/requests')).body).toEqual([]);
	});
});

describe('the command line', () => {
	it('has defaults that suit a person', () => {
		expect(parseCommandLine([])).toMatchObject({
			kind: 'start',
			options: { port: 4010, host: '127.0.0.1', jobMs: [5000, 20_000], checkInputs: true, faults: [] },
		});
	});

	it('reads speed, accounts, faults and settings', () => {
		const secret = 'a-secret-of-16-c';
		const args = ['--speed', '2', '--account', `me:${secret}:5`, '--fault', 'code:1005@specifyimage*3'];
		const more = ['--fault', '{"kind":"reset"}', '--set', 'callbacks.mode=plain', '--set', 'live.parts=5'];
		expect(
			parseCommandLine([...args, ...more, '--set', 'avatarList=result', '--no-check-inputs']),
		).toMatchObject({
			options: {
				jobMs: [2000, 2000],
				accounts: [{ clientId: 'me', clientSecret: secret, credit: 5 }],
				faults: [{ kind: 'code', code: 1005, match: { path: 'specifyimage' }, times: 3 }, { kind: 'reset' }],
				callbacks: { mode: 'plain' },
				live: { parts: 5 },
				shapes: { avatarList: 'result' },
				checkInputs: false,
			},
		});
	});

	it.each([
		['--speed', 'fast', '--speed must be seconds'],
		['--port', 'x', '--port must be a whole number'],
		['--account', 'me:short', 'secret of 16, 24 or 32'],
		['--fault', 'nonsense', '--fault must be'],
		['--chaos', '2', '--chaos must be'],
		['--set', 'nothing=1', '--set knows no'],
		['--unknown', 'x', '--unknown'],
	])('says what is wrong with %s %s', (flag, value, sentence) => {
		const parsed = parseCommandLine([flag, value]);
		expect(parsed).toEqual({ kind: 'wrong', message: expect.stringContaining(sentence) });
	});
});
