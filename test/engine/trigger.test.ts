import { seal } from '../emulator';
import { single } from '../support/engine';
import { startTrigger, type Setup } from './triggerSetup';

describe('Media Generation Trigger', () => {
	let setup: Setup;
	beforeEach(async () => {
		setup = await startTrigger();
		setup.callbacks({ retryMs: 100 });
	});
	afterEach(async () => {
		expect(setup.n8n.thrown).toEqual([]);
		expect(setup.engine.logs.text()).not.toContain(setup.emulator.clientSecret);
		await setup.close();
	});

	const finish = async () => {
		setup.emulator.jobs.complete();
		await setup.emulator.callbacks.flush();
	};
	const delivered = () =>
		setup.emulator.callbacks.delivered.map(({ status, httpStatus }) => [status, httpStatus]);

	test('starts a run with the record of the service when a job is completed', async () => {
		const [id] = await setup.images(1);
		await finish();
		const [item, ...others] = await setup.n8n.untilRuns(1);
		expect(others).toEqual([]);
		expect(item).toMatchObject({ id, kind: 'image', status: 'completed', event: 'completed' });
		expect(item).toMatchObject({ resultUrl: expect.stringContaining('http'), expiresAt: expect.any(String) });
		expect(item).not.toHaveProperty('record');
		expect(delivered()).toEqual([
			[2, 200],
			[3, 200],
		]);
	});

	test.each([
		[{ idField: 'video_model_id', under: 'list' }],
		[{ timestampIn: 'seconds', signatureIn: 'capitals' }],
	] as const)('starts a run by a callback with %j, signed or plain', async (reading) => {
		setup.callbacks(reading);
		const [id] = await setup.images(1);
		await finish();
		setup.callbacks({ mode: 'plain' });
		const [second] = await setup.images(1);
		await finish();
		const runs = await setup.n8n.untilRuns(2);
		expect(runs.map((item) => item.id)).toEqual([id, second]);
		expect(delivered().every(([, httpStatus]) => httpStatus === 200)).toBe(true);
	});

	test('starts a run about a record whose id is a number of 20 digits', async () => {
		setup.emulator.shapes.ids = 'number';
		await setup.images(1);
		const record = `"_id":${setup.emulator.jobs.created()[0]?.id},"status":3`;
		setup.emulator.jobs.complete();
		expect(await setup.post(`{${record}}`)).toBe(200);
		expect(await setup.n8n.untilRuns(1)).toMatchObject([
			{ id: setup.emulator.jobs.created()[0]?.id, status: 'completed' },
		]);
	});

	test('starts a run with the reason when a job failed', async () => {
		const [id = ''] = await setup.images(1);
		setup.emulator.jobs.fail(id, 'Too dark');
		await setup.emulator.callbacks.flush();
		expect(await setup.n8n.untilRuns(1)).toMatchObject([
			{ id, status: 'failed', event: 'failed', reason: 'Too dark' },
		]);
	});

	test('gives the record of the service too when it is not to simplify', async () => {
		await setup.trigger({ simplify: false });
		const [id] = await setup.images(1);
		await finish();
		expect(await setup.n8n.untilRuns(1)).toMatchObject([{ id, record: { _id: id, image_status: 3 } }]);
	});

	test('understands a plain or a signed body with a status under another name, and without a type', async () => {
		setup.callbacks({ lost: true });
		const [id = '', second = ''] = await setup.images(2);
		await finish();
		const body = (_id: string) => ({ code: 1000, data: { _id, image_status: '3' } });
		expect(await setup.post(JSON.stringify(body(id)))).toBe(200);
		const sealed = seal(body(second), setup.emulator, setup.emulator.now(), '1');
		expect(await setup.post(JSON.stringify(sealed))).toBe(200);
		const items = await setup.n8n.untilRuns(2);
		expect(items).toMatchObject([
			{ id, event: 'completed' },
			{ id: second, event: 'completed' },
		]);
	});

	test('starts nothing for what is told of a session, which is no job with a result', async () => {
		const { data } = await setup.client.post('/liveAvatar/session/create', {
			avatar_id: 'Ada_1080P_back',
			webhookUrl: setup.n8n.url,
		});
		const content = { _id: data._id, status: 2, type: 'live avatar' };
		expect(await setup.post(JSON.stringify(content))).toBe(200);
		expect(await setup.post(JSON.stringify({ ...content, status: 3 }))).toBe(401);
		expect(await setup.n8n.untilRuns(0)).toEqual([]);
	});

	const at = (file: string) => `${setup.emulator.mediaUrl}/${file}`;
	const place = { scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };
	test.each<[string, string, string, string, () => object]>([
		[
			'translation',
			'video translate',
			'video',
			'/content/video/createbytranslate',
			() => ({ url: at('short.mp4'), language: 'de' }),
		],
		[
			'talkingAvatar',
			'avatar',
			'video',
			'/talkingavatar/create',
			() => ({
				width: 3840,
				height: 2160,
				avatar_from: 3,
				elements: [
					{ type: 'avatar', url: at('portrait-ada.png'), ...place },
					{ type: 'audio', url: at('tone.mp3') },
				],
			}),
		],
		[
			'avatar',
			'avatar',
			'avatar',
			'/avatar/create',
			() => ({ url: at('short.mp4'), avatar_id: 'Mine1', type: '2' }),
		],
		['audio', 'audio', 'audio', '/audio/create', () => ({ input_text: 'Hi', voice_id: 'voice-amy' })],
	])('knows the kind of a job of %s, whose callbacks say %s', async (_operation, _type, kind, path, body) => {
		const answer = await setup.client.post(path, { ...body(), webhookUrl: setup.n8n.url });
		expect(answer).toMatchObject({ code: 1000 });
		await finish();
		const { _id: id } = answer.list[0] ?? answer.data;
		expect(await setup.n8n.untilRuns(1)).toMatchObject([{ id, kind, event: 'completed' }]);
	});

	test('carries the reference of the node that created the job', async () => {
		const picture = `${setup.emulator.mediaUrl}/people-1.png`;
		await setup.engine.run(
			single('faceSwap', {
				resource: 'faceSwap',
				operation: 'swapImage',
				modifyImage: picture,
				sourcePicture: `${setup.emulator.mediaUrl}/portrait-ada.png`,
				waitForCompletion: false,
				webhookUrl: setup.n8n.url,
				options: { reference: 'row 12 & "more" ü' },
			}),
		);
		await finish();
		const [item] = await setup.n8n.untilRuns(1);
		expect(item).toMatchObject({ kind: 'faceSwap', reference: 'row 12 & "more" ü', event: 'completed' });
		expect(setup.emulator.jobs.created()[0]?.webhookUrl).not.toContain(setup.emulator.clientSecret);
	});

	test('leaves out a reference that nobody signed, and says so in the log', async () => {
		const [id] = await setup.images(1, `${setup.n8n.url}?reference=row+13&referenceSignature=x`);
		await finish();
		const [item] = await setup.n8n.untilRuns(1);
		expect(item).toMatchObject({ id });
		expect(item).not.toHaveProperty('reference');
		expect(setup.engine.logs.messages('warn').join()).toContain('reference');
	});

	test('leaves out events and kinds that are not asked for, and answers 200 to them', async () => {
		await setup.trigger({ events: ['failed'], kinds: ['faceSwap', 'image'] });
		await setup.images(1);
		await finish();
		await setup.trigger({ kinds: ['faceSwap'] });
		await setup.images(1);
		await finish();
		expect(await setup.n8n.untilRuns(0)).toEqual([]);
		expect(new Set(delivered().map(([, status]) => status))).toEqual(new Set([200]));
	});

	test('tells of the processing too when it is asked to', async () => {
		await setup.trigger({ events: ['processing', 'completed'] });
		const [id = ''] = await setup.images(1);
		setup.emulator.jobs.setStatus(id, 2);
		await setup.n8n.untilRuns(1);
		setup.emulator.jobs.setStatus(id, 3);
		expect((await setup.n8n.untilRuns(2)).map(({ event }) => event)).toEqual(['processing', 'completed']);
	});

	test('with a maximum age leaves out signed callbacks that are older', async () => {
		await setup.trigger({ options: { maximumAge: 10 } });
		const [id = ''] = await setup.images(1);
		setup.callbacks({ lost: true });
		await finish();
		const content = { _id: id, status: 3, type: 'image' };
		const old = JSON.stringify(seal(content, setup.emulator, Date.now() - 11 * 60_000, '1'));
		expect(await setup.post(old)).toBe(200);
		expect(await setup.n8n.untilRuns(0)).toEqual([]);
		expect(setup.engine.logs.messages('warn').join()).toContain('older than 10 minutes');
		expect(
			await setup.post(JSON.stringify(seal(content, setup.emulator, Date.now() - 9 * 60_000, '2'))),
		).toBe(200);
		expect(await setup.n8n.untilRuns(1)).toMatchObject([{ id }]);
	});
});
