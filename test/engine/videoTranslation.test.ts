import { CODES_BY_GROUP } from '../support/codes';
import { explainCode } from '../../nodes/shared/service/codes';
import { runnerOf } from '../support/runner';
import { NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 });
const CODES = CODES_BY_GROUP.videoTranslation.filter((code) => code !== 1000);
const PATH = '/content/video/createbytranslate';
const translate = runnerOf(() => bench.engine, 'videoTranslation', 'translation.create', {
	video: { __rl: true, mode: 'url', value: 'https://example.com/talk.mp4' },
	sourceLanguage: { __rl: true, mode: 'list', value: 'en', cachedResultName: 'English' },
	language: { __rl: true, mode: 'id', value: 'de' },
});
const get = runnerOf(() => bench.engine, 'videoTranslation', 'translation.get');
const bodies = () => bench.emulator.requestsTo(PATH).map(({ body }) => body);

describe('a translation', () => {
	test('is waited for, each item alone: with its video, with its reason, and with the lip-synced video', async () => {
		const items = await translate(
			{
				video: '={{ $json.video }}',
				lipsync: '={{ $json.lipsync }}',
				options: { reference: '={{ $json.video }}' },
			},
			[
				{ video: 'https://example.com/plain.mp4', lipsync: false },
				{ video: 'https://example.com/doomed.mp4', lipsync: false },
				{ video: 'https://example.com/synced.mp4', lipsync: true },
			],
		);
		const [plain, failed, synced] = items;
		expect(items).toHaveLength(3);
		expect(plain).toMatchObject({
			id: expect.any(String),
			kind: 'video',
			status: 'completed',
			resultUrl: `${bench.emulator.baseUrl}/results/${String(plain?.id)}.mp4`,
			reference: 'https://example.com/plain.mp4',
			expiresAt: expect.any(String),
		});
		expect(failed).toEqual({
			error: expect.stringContaining('The stage collapsed'),
			details: expect.objectContaining({ submitted: 'yes', status: 'failed', id: expect.any(String) }),
		});
		expect(synced?.resultUrl).toMatch(/\.mp4\?lipsync=1$/);
	});

	test('says what the screen says, in the names of the service', async () => {
		await translate({ waitForCompletion: false });
		expect(bench.lastBody(PATH)).toEqual({
			url: 'https://example.com/talk.mp4',
			source_language: 'en',
			language: 'de',
			lipsync: false,
		});
		await translate({
			waitForCompletion: false,
			video: 'https://example.com/other.mp4',
			sourceLanguage: 'it',
			lipsync: true,
			options: { mergeInterval: 2.5, faceEnhance: true },
			webhookUrl: 'https://example.com/hook',
		});
		expect(bench.lastBody(PATH)).toEqual({
			url: 'https://example.com/other.mp4',
			source_language: 'it',
			language: 'de',
			lipsync: true,
			merge_interval: 2.5,
			face_enhance: true,
			webhookUrl: 'https://example.com/hook',
		});
	});

	test.each([
		[false, 'plain', 'which the create repeats'],
		[true, 'synced', 'which the create repeats'],
		[false, 'plain', 'which no answer says'],
		[true, 'synced', 'which no answer says'],
	])(
		'gives the video that was asked for, and the other one, with Lip Sync %s (%s), %s',
		async (lipsync, first, said) => {
			if (said === 'which no answer says') bench.answer(PATH, { _id: 'any', video_status: 1 });
			const urls = Object.fromEntries(
				['plain', 'synced'].map((name) => [name, bench.emulator.mediaUrl + `/${name}.mp4`]),
			);
			bench.answer('/content/video/infobymodelid', {
				_id: 'any',
				video_status: 3,
				video: urls.plain,
				lipsync_video_url: urls.synced,
			});
			const video = `https://example.com/both-${lipsync}.mp4`;
			const result = await translate.stopping({ video, lipsync, downloadResult: true });
			const [item] = result.output('Node');
			expect(item?.json.resultUrl).toBe(urls[first]);
			expect(item?.json.resultUrls).toEqual([
				urls[first],
				...Object.values(urls).filter((url) => url !== urls[first]),
			]);
			expect(Object.keys(item?.binary ?? {})).toEqual(['data']);
		},
	);

	test('has the spoken language detected, and takes a code in capitals', async () => {
		const [made] = await translate({ waitForCompletion: false, sourceLanguage: 'default', language: 'FR' });
		expect(made).toMatchObject({ status: 'queued' });
		expect(bench.lastBody(PATH)).toMatchObject({ source_language: 'DEFAULT', language: 'fr' });
	});

	test('is left to the service if the list of languages can not be read', async () => {
		bench.emulator.faults.add({ kind: 'code', code: 1009, match: { path: '/language/list' } });
		const [item] = await translate({ language: 'German' });
		expect(item?.details).toMatchObject({ errorCode: 1003, submitted: 'no' });
	});

	test('takes an expression for the options that gives nothing', async () => {
		const [item] = await translate({ options: '={{ null }}', waitForCompletion: false });
		expect(item).toMatchObject({ id: expect.any(String), status: 'queued' });
	});

	test('is shown and not paid for under Check Only', async () => {
		const before = bodies().length;
		const [item] = await translate({ options: { checkOnly: true } });
		expect(item).toMatchObject({ checkOnly: true, request: { language: 'de' } });
		expect(bodies()).toHaveLength(before);
	});

	test.each([
		[{ video: NOTHING }, /^Video is empty/],
		[{ video: 'talk.mp4' }, /^Video must be one whole address .*"talk\.mp4"/],
		[{ video: { __rl: true, mode: 'binary', value: 'data' } }, /^Video names the binary field "data"/],
		[{ sourceLanguage: { __rl: true, mode: 'list', value: NOTHING } }, /^Spoken Language is empty/],
		[{ language: NOTHING }, /^Translate Into is empty/],
		[{ language: 'de,fr' }, /^Translate Into must be one language per item, but "de,fr" was given/],
		[{ language: 'German' }, /^Translate Into: German is not a code; German is de$/],
		[{ sourceLanguage: 'Klingon' }, /^Spoken Language: Klingon is not a code of the service$/],
		[{ language: 'en' }, /^Translate Into must be another language than Spoken Language \(en\), but "en"/],
		[
			{ language: 'EN_us' },
			/^Translate Into must be another language than Spoken Language \(en\), but "EN_us"/,
		],
		[{ lipsync: 'perhaps' }, /^Lip Sync must be true or false, but "perhaps" was given/],
		[{ options: { mergeInterval: 0 } }, /^Segment Length \(Seconds\) must be more than 0, but 0 was given/],
		[{ options: { mergeInterval: 'often' } }, /^Segment Length \(Seconds\) must be a number/],
		[{ options: { faceEnhance: true } }, /^Face Enhancement has no effect without Lip Sync/],
	])('with %j is refused before it is sent, in words of the screen', async (parameters, message) => {
		const before = bodies().length;
		const refusal = await translate.refusal(parameters);
		expect(refusal.message).toMatch(message);
		expect(refusal.description).not.toBe('');
		expect(bodies()).toHaveLength(before);
	});

	test('into the language that is spoken is refused alone: the other items are translated', async () => {
		const before = bodies().length;
		const items = await translate({ waitForCompletion: false, language: '={{ $json.into }}' }, [
			{ into: 'en' },
			{ into: 'fr' },
		]);
		expect(items).toMatchObject([{ details: { submitted: 'no' } }, { id: expect.any(String) }]);
		expect(bodies().slice(before)).toMatchObject([{ language: 'fr' }]);
	});

	test.each(CODES)(
		'that the service refuses with %i says what to do, and that it was not taken',
		async (code) => {
			bench.emulator.faults.add({ kind: 'code', code, match: { path: PATH }, times: 4 });
			const [item] = await translate();
			const { message } = explainCode(code, '', 'videoTranslation');
			expect(item).toEqual({
				error: message,
				details: expect.objectContaining({
					errorCode: code,
					submitted: 'no',
					description: expect.any(String),
				}),
			});
		},
	);

	test.each([
		['silent', 1203, /audio track/],
		['too-long', 1204, /60 s/],
		['too-large', 1207, /300 MB/],
		['odd-codec', 1209, /H\.264/],
		['60fps', 1210, /30 frames/],
	])('of a %s video is refused with advice for it', async (flaw, errorCode, advice) => {
		const [item] = await translate({ video: `https://example.com/${flaw}.mp4` });
		expect(item?.details).toMatchObject({ errorCode, description: expect.stringMatching(advice) });
	});

	test('of the same video into the same language is lip-synced once', async () => {
		const twice = { lipsync: true, waitForCompletion: false, video: 'https://example.com/twice.mp4' };
		const [first] = await translate(twice);
		const [second] = await translate(twice);
		expect(first).toMatchObject({ id: expect.any(String) });
		expect(second).toMatchObject({
			error: 'This video already has lip sync in this language',
			details: { errorCode: 1202, submitted: 'no' },
		});
	});
});

describe('a translation that was made before', () => {
	test('is read by the ID of the item, waited for where it is to be, and saved', async () => {
		const [made] = await translate({ waitForCompletion: false });
		bench.emulator.jobs.setStatus(String(made?.id), 2);
		const [now] = await get({}, [{ id: made?.id }]);
		bench.emulator.jobs.setStatus(String(made?.id), undefined);
		expect(now).toMatchObject({
			id: made?.id,
			kind: 'video',
			status: 'processing',
			progress: 40,
		});
		const result = await get.stopping({ waitForCompletion: true, downloadResult: true }, [{ id: made?.id }]);
		const [item] = result.output('Node');
		expect(item?.json).toMatchObject({ id: made?.id, status: 'completed' });
		expect(item?.binary?.data).toMatchObject({ mimeType: 'video/mp4' });
	});

	test('and that nobody knows says so, with its ID', async () => {
		const { message } = await get.refusal({ recordId: { __rl: true, mode: 'id', value: 'nobody' } });
		expect(message).toMatch(/does not know this ID|no video with the ID "nobody"/);
	});

	test('is read also after one whose record is no record: that fails alone', async () => {
		const made = await translate({ waitForCompletion: false }, Array(12).fill({}));
		const [broken, ...others] = made.map(({ id }) => String(id));
		bench.emulator.faults.add({
			kind: 'httpStatus',
			status: 200,
			headers: { 'content-type': 'application/json' },
			body: '{"code": 1000, "data": {"video_status": 3}}',
			match: { query: broken },
		});
		const items = await get({}, [{ id: broken }, ...others.map((id) => ({ id }))]);
		expect(items[0]).toMatchObject({ error: expect.stringContaining("can't read the answer") });
		expect(items.slice(1).map(({ id }) => id)).toEqual(others);
	});

	test('needs an ID', async () => {
		expect((await get.refusal({ recordId: NOTHING })).message).toMatch(/^ID is empty/);
	});

	test.each(CODES)('and is refused with %i says what to do', async (code) => {
		bench.emulator.faults.add({
			kind: 'code',
			code,
			match: { path: '/content/video/infobymodelid' },
			times: 4,
		});
		const [item] = await get({}, [{ id: 'any' }]);
		expect(item?.details).toMatchObject({ errorCode: code, id: 'any', description: expect.any(String) });
	});
});

test('the option with an expression that breaks is named', async () => {
	const options = { mergeInterval: '={{ 1 + 1 }}', reference: '={{ $json. }}' };
	const { message } = await translate.refusal({ options });
	expect(message).toMatch(/^Reference has an expression that can't be evaluated: /);
});

test('an operation that the node does not have points to the HTTP Request node', async () => {
	const strange = runnerOf(() => bench.engine, 'videoTranslation', 'translation.__CUSTOM_API_CALL__');
	expect((await strange.refusal({})).description).toContain('HTTP Request');
});
