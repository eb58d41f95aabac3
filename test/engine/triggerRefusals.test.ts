import { seal } from '../emulator';
import { Client } from '../emulator/support/client';
import { shortenDeadlines } from '../support/oddHost';
import { startTrigger, type Setup } from './triggerSetup';

describe('Media Generation Trigger', () => {
	let setup: Setup;
	beforeEach(async () => {
		setup = await startTrigger();
		setup.callbacks({ retryMs: 100 });
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		expect(setup.n8n.thrown).toEqual([]);
		expect(setup.engine.logs.text()).not.toContain(setup.emulator.clientSecret);
		await setup.close();
	});

	const finish = async () => {
		setup.emulator.jobs.complete();
		await setup.emulator.callbacks.flush();
	};
	const sealed = (content: object, keys: { clientId: string; clientSecret: string } = setup.emulator) =>
		JSON.stringify(seal(content, keys, setup.emulator.now(), '1529'));
	const warnings = () => setup.engine.logs.messages('warn').join('\n');

	test('takes a signed callback at once while anyone floods it with plain ones about the same job', async () => {
		setup.callbacks({ lost: true });
		const [id] = await setup.images(1);
		await finish();
		// Each of them is read back for nothing, as the record is of another kind.
		const plain = JSON.stringify({ _id: id, status: 3, type: 'faceswap' });
		setup.emulator.faults.add({ kind: 'slow', match: { path: 'listbyids' }, delayMs: 100, times: Infinity });
		let isOver = false;
		const answers: number[] = [];
		const flood = Array.from({ length: 12 }, async () => {
			while (!isOver) answers.push(await setup.post(plain));
		});
		while (answers.length < 12) await new Promise((resolve) => setTimeout(resolve, 10));
		const answer = await setup.post(sealed({ _id: id, status: 3, type: 'image' }));
		isOver = true;
		await Promise.all(flood);
		expect(answer).toBe(200);
		expect(await setup.n8n.untilRuns(1)).toMatchObject([{ id }]);
	});

	test('starts nothing for a made-up plain callback about a job of another account, and logs no part of it', async () => {
		const [, other] = setup.emulator.accounts;
		const stranger = await new Client(setup.emulator, other?.clientId, other?.clientSecret).signIn();
		const made = await stranger.post('/content/image/createbyprompt', { prompt: 'A lake' });
		setup.emulator.jobs.complete();
		const foreign = JSON.stringify({
			_id: made.data._id,
			status: 3,
			type: 'image',
			url: 'https://evil.example',
		});
		expect(await setup.post(foreign)).toBe(401);
		expect([await setup.n8n.untilRuns(0), setup.n8n.saves]).toEqual([[], 0]);
		expect(setup.engine.logs.text()).not.toContain('evil');
	});

	test('takes the genuine callback between forged ones, and answers 401 to those', async () => {
		setup.callbacks({ forged: true });
		const [id] = await setup.images(1);
		await finish();
		expect(await setup.n8n.untilRuns(1)).toMatchObject([{ id }]);
		const answers = setup.emulator.callbacks.delivered.map(
			({ variant, httpStatus }) => `${variant} ${httpStatus}`,
		);
		expect(new Set(answers)).toEqual(new Set(['forged 401', 'genuine 200']));
		expect(warnings()).toContain('signature does not match');
		expect(await setup.post(JSON.stringify({ _id: 'a\u001b[2J\u0007', status: 3 }))).toBe(400);
		expect(warnings()).not.toContain('\u001b');
		expect(setup.engine.logs.messages('debug').join('\n')).toMatch(/^Callback \w+: \w+/m);
	});

	test('reads the record of a plain callback back, and believes nothing else', async () => {
		const [id = ''] = await setup.images(1);
		const claimed = JSON.stringify({
			_id: id,
			status: 3,
			type: 'image',
			url: 'https://evil.example.com/x.png',
		});
		expect(await setup.post(claimed)).toBe(503);
		expect(await setup.post(JSON.stringify({ _id: 'made-up', status: 3, type: 'image' }))).toBe(401);
		setup.callbacks({ lost: true });
		await finish();
		expect(await setup.post(claimed)).toBe(200);
		const [item] = await setup.n8n.untilRuns(1);
		expect(item).toMatchObject({ id });
		expect(JSON.stringify(item)).not.toContain('evil');
	});

	test('refuses plain callbacks where only signed ones are accepted', async () => {
		await setup.trigger({ accept: 'signed' });
		setup.callbacks({ lost: true });
		const [id] = await setup.images(1);
		await finish();
		expect(await setup.post(JSON.stringify({ _id: id, status: 3, type: 'image' }))).toBe(401);
		expect(await setup.post(sealed({ _id: id, status: 3, type: 'image' }))).toBe(200);
		expect(await setup.n8n.untilRuns(1)).toMatchObject([{ id }]);
	});

	test('answers 503 while a parameter is wrong, and names it in the log', async () => {
		await setup.trigger({ kinds: '={{ "image" }}', options: { maximumAge: '={{ "often" }}' } });
		const [id] = await setup.images(1);
		expect(await setup.post(sealed({ _id: id, status: 3, type: 'image' }))).toBe(503);
		expect(warnings()).toContain('Correct these parameters of the trigger: Kinds of Jobs, Options');
		expect(await setup.n8n.untilRuns(0)).toEqual([]);
	});

	test('starts nothing for what is no callback, and is not broken by it', async () => {
		const [id] = await setup.images(1);
		const good = sealed({ _id: id, status: 3, type: 'image' });
		const bodies: Array<[string | Buffer, string?]> = [
			[''],
			['{}'],
			['"text"'],
			[good.slice(0, good.length / 2)],
			[good.slice(0, good.length / 2), 'text/plain'],
			['<callback/>', 'application/xml'],
			[JSON.stringify({ _id: id, status: 3, type: 'image', note: 'x'.repeat(70_000) })],
			[JSON.stringify({ _id: id, status: 3, note: 'x'.repeat(17 * 1024 * 1024) })],
			['{"__proto__":{"_id":"x","status":3}}'],
		];
		const statuses: number[] = [];
		for (const [body, type] of bodies) statuses.push(await setup.post(body, type));
		// n8n itself answers 422 to broken JSON and 500 beyond its limit, before the node sees anything.
		expect(new Set(statuses)).toEqual(new Set([400, 422, 500]));
		expect([await setup.n8n.untilRuns(0), setup.emulator.requestsTo('infobymodelid').length]).toEqual([
			[],
			0,
		]);
		setup.callbacks({ processing: false });
		await finish();
		expect(await setup.n8n.untilRuns(1)).toMatchObject([{ id }]);
	});

	test('answers 503 while the service is down, and takes the callback when it comes again', async () => {
		setup.callbacks({ processing: false, retryMs: 1_000 });
		const [id = ''] = await setup.images(1);
		await setup.emulator.offline();
		const deadlines = shortenDeadlines(20);
		await finish();
		expect(setup.emulator.callbacks.delivered.map(({ httpStatus }) => httpStatus)).toEqual([503]);
		deadlines.mockRestore();
		await setup.emulator.online();
		expect(await setup.n8n.untilRuns(1)).toMatchObject([{ id, event: 'completed' }]);
		expect(warnings()).toContain('HTTP 503');
	});

	test('answers 503 in time while the service hangs, and asks it no more', async () => {
		setup.callbacks({ lost: true });
		const [id] = await setup.images(1);
		setup.emulator.faults.add({
			kind: 'slow',
			delayMs: 5_000,
			times: Infinity,
			match: { path: 'infobymodelid' },
		});
		shortenDeadlines(20);
		expect(await setup.post(sealed({ _id: id, status: 3, type: 'image' }))).toBe(503);
		// Longer than the pause before a read would be sent again.
		await new Promise((resolve) => setTimeout(resolve, 1_200));
		expect(setup.emulator.requestsTo('infobymodelid').length).toBeLessThan(2);
	});

	test('renews the token while it confirms', async () => {
		setup.callbacks({ processing: false });
		const [id] = await setup.images(2);
		await finish();
		await setup.n8n.untilRuns(2);
		const [third] = await setup.images(1);
		setup.emulator.expireTokens();
		await finish();
		expect(await setup.n8n.untilRuns(3)).toEqual(
			expect.arrayContaining([expect.objectContaining({ id }), expect.objectContaining({ id: third })]),
		);
	});

	test('answers 503 when the credential lacks its Client ID, and names the field', async () => {
		const { baseUrl, clientSecret } = setup.emulator;
		setup.engine.saveCredential({ baseUrl, clientId: '', clientSecret });
		expect(await setup.post(sealed({ _id: 'x', status: 3 }))).toBe(503);
		expect(warnings()).toContain('Client ID');
		expect(await setup.n8n.untilRuns(0)).toEqual([]);
	});
});
