import { defaultLiveBehaviour } from '../emulator/live/behaviour';
import { byId, setUp, swap } from '../support/bench';
import { runnerOf } from '../support/runner';

/* Each reading of service.md that has a switch in the emulator: nothing is lost, and nothing false is said. */

const bench = setUp({ jobMs: 100 });
const run = (type: string, name: string, right = {}) => runnerOf(() => bench.engine, type, name, right);
const getAvatars = run('avatarVideo', 'avatar.getAll', { returnAll: true });
const getSessions = run('liveAvatar', 'session.getAll', { returnAll: true });
const createSession = run('liveAvatar', 'session.create', { avatarId: byId('Ada_1080P_back') });
const getSession = run('liveAvatar', 'session.get');
const upload = run('avatarVideo', 'avatar.upload', {
	video: 'https://example.com/me.mp4',
	avatarId: '={{ $json.as }}',
	type: '={{ $json.type ?? "1" }}',
});
const generate = run('imageGeneration', 'image.generate', { prompt: 'A lake' });
const upscale = run('imageGeneration', 'image.upscale', { imageNumber: 2 });
const translate = run('videoTranslation', 'translation.create', {
	video: 'https://example.com/talk.mp4',
	sourceLanguage: byId('en'),
	language: byId('de'),
});
const talk = run('avatarVideo', 'talkingAvatar.create', {
	avatarId: byId('last'),
	audio: 'https://example.com/hello.mp3',
	waitForCompletion: false,
});
const sent = (path: string) => bench.emulator.requestsTo(path).at(-1)?.body;

beforeEach(() => {
	Object.assign(bench.emulator.live, { ...defaultLiveBehaviour, maxOpen: 500 });
});

describe('of a list that gives at most some at a time', () => {
	beforeAll(async () => {
		const rows = Array.from({ length: 25 }, (_, row) => ({ as: row === 0 ? 'last' : `own${row}` }));
		await upload({ waitForCompletion: false }, rows);
		bench.emulator.live.maxOpen = 500;
		await createSession({ waitForCompletion: false }, Array(25).fill({}));
	});

	describe.each(['array', 'result'] as const)('as %s', (avatarList) => {
		test.each(['all', 'page', 'zero', 'none'] as const)(
			'with the count of %s, every avatar and every session is put out, once',
			async (listCount) => {
				Object.assign(bench.emulator.shapes, { pageMost: 10, avatarList, listCount });
				const avatars = await getAvatars();
				expect(new Set(avatars.map(({ avatar_id }) => avatar_id)).size).toBe(35);
				expect(avatars).toHaveLength(35);
				const sessions = await getSessions();
				expect(new Set(sessions.map(({ _id }) => _id)).size).toBe(25);
				expect(sessions).toHaveLength(25);
			},
		);
	});

	test('an avatar of the last page is looked up', async () => {
		bench.emulator.shapes.pageMost = 10;
		// The official ones come last.
		expect(await talk({ avatarId: byId('eve2024') })).toMatchObject([{ status: 'queued' }]);
		expect(sent('/talkingavatar/create')).toMatchObject({ avatar_from: 2 });
	});

	test('one that gives the first page again and again is read twice', async () => {
		Object.assign(bench.emulator.shapes, { pageMost: 10, pages: 'first' });
		expect(await getAvatars()).toHaveLength(10);
		expect(bench.emulator.requestsTo('/avatar/list')).toHaveLength(2);
	});
});

test('the list of sessions is had from a service that needs a body with each POST', async () => {
	bench.emulator.shapes.sessionListBody = 'needed';
	expect((await getSessions()).every(({ error }) => error === undefined)).toBe(true);
	const [asked] = bench.emulator.requestsTo('/session/list');
	expect(asked).toMatchObject({ method: 'POST', body: {}, code: 1000 });
	expect(asked?.headers['content-type']).toMatch(/^application\/json/);
});

describe('of an avatar that failed', () => {
	test.each([
		['1', 60],
		['2', 60],
	])('with code 1210, type %s, it is said that %i frames are allowed', async (type, frames) => {
		Object.assign(bench.emulator.shapes, { failureReason: false, errorCodes: true });
		bench.emulator.jobs.next({ status: 4, errorCode: 1210 }, { operation: 'avatar' });
		const [item] = await upload({}, [{ as: `frames${type}`, type }]);
		expect(item?.error).toContain(`The video has more than ${frames} frames per second (code 1210)`);
	});

	test('a translation says 30 of the same code', async () => {
		Object.assign(bench.emulator.shapes, { failureReason: false, errorCodes: true });
		bench.emulator.jobs.next({ status: 4, errorCode: 1210 }, { operation: 'translation' });
		const [item] = await translate();
		expect(item?.error).toContain('The video has more than 30 frames per second (code 1210)');
	});

	test('an avatar that is chosen for a video says why it failed', async () => {
		Object.assign(bench.emulator.shapes, { reasonField: 'failed_reason' });
		bench.emulator.jobs.next({ status: 4, reason: 'Nobody is in it' }, { operation: 'avatar' });
		await upload({}, [{ as: 'nobody' }]);
		const [item] = await talk({ avatarId: byId('nobody') });
		expect(item).toMatchObject({
			error: 'Avatar "nobody" could not be made',
			details: { description: expect.stringContaining('Nobody is in it') },
		});
	});
});

describe.each(['reason', 'failed_reason', 'fail_reason', 'msg', 'message'] as const)(
	'a reason under the name %s',
	(reasonField) => {
		test('is told, and the record is in the details', async () => {
			bench.emulator.shapes.reasonField = reasonField;
			for (const make of [generate, translate]) {
				bench.emulator.jobs.next({ status: 4, reason: 'Too dark' });
				const [item] = await make();
				expect(item?.error).toMatch(/ could not be made: Too dark$/);
				expect(item?.details).toMatchObject({ record: { [reasonField]: 'Too dark' } });
			}
			bench.emulator.jobs.next({ status: 4, reason: 'Too dark' });
			const [swapped] = (
				await bench.engine.run(swap({}, { onError: 'continueRegularOutput' }), {
					input: [{ picture: 'http://127.0.0.1:9/a.png' }],
				})
			).json('Node');
			expect(swapped?.error).toMatch(/ could not be made: Too dark$/);
			expect(swapped?.details).toMatchObject({ record: { [reasonField]: 'Too dark', faceswap_status: 4 } });
		});
	},
);

test('the record of a failed job shows nothing that may be secret, and no long texts', async () => {
	const secret = 'https://files.example.com/a.png?signature=abc';
	bench.answer('/content/image/infobymodelid', {
		_id: 'i1',
		image_status: 4,
		why_it_failed: `Could not open ${secret}`,
		source_data: { data: ['x'.repeat(5_000), secret] },
	});
	const [item] = await generate();
	const { record } = Object(item?.details);
	expect(record.why_it_failed).toBe('Could not open https://files.example.com/a.png?…');
	expect(JSON.stringify(record)).not.toContain('signature=abc');
	expect(JSON.stringify(record).length).toBeLessThan(1_000);
});

describe('an id that is a number of 20 digits', () => {
	test('keeps its digits from the create to the result', async () => {
		bench.emulator.shapes.ids = 'number';
		for (const make of [generate, translate]) {
			const [item] = await make();
			expect(item).toMatchObject({ id: expect.stringMatching(/^\d{20}$/), status: 'completed' });
			expect(bench.emulator.jobs.created().map(({ id }) => id)).toContain(item?.id);
		}
		const result = await bench.engine.run(swap(), { input: [{ picture: 'http://127.0.0.1:9/a.png' }] });
		expect(result.json('Node')).toMatchObject([
			{ id: expect.stringMatching(/^\d{20}$/), status: 'completed' },
		]);
	});
});

test('times in seconds are those of the job', async () => {
	bench.emulator.shapes.times = 'seconds';
	const before = Date.now() - 2_000;
	const swapped = await bench.engine.run(swap(), { input: [{ picture: 'http://127.0.0.1:9/a.png' }] });
	for (const item of [...(await generate()), ...(await translate()), ...swapped.json('Node')]) {
		const at = Date.parse(String(item.createdAt));
		expect(at).toBeGreaterThan(before);
		expect(at).toBeLessThan(Date.now() + 2_000);
	}
});

describe('the buttons of an image', () => {
	test.each(['small', 'null'] as const)('in %s are pressed all the same', async (buttonNames) => {
		bench.emulator.shapes.buttonNames = buttonNames;
		const [image] = await generate();
		expect(image).toMatchObject({ status: 'completed' });
		expect(image?.buttons).toEqual(
			buttonNames === 'small' ? ['U1', 'U2', 'U3', 'U4', 'V1', 'V2', 'V3', 'V4'] : undefined,
		);
		expect(await upscale({}, [{ id: image?.id }])).toMatchObject([{ status: 'completed' }]);
		expect(sent('/createbybutton')).toMatchObject({ button: 'U2' });
	});
});

describe('status 3 of a session', () => {
	test('with the addresses of its stream is one that can be used, until it is closed', async () => {
		Object.assign(bench.emulator.live, { completed: 'open', startMs: 0 });
		const [session] = await createSession();
		expect(session).toMatchObject({
			status: 'streaming',
			reason: expect.stringContaining('calls the session completed (3)'),
			streamUrls: { clientChatRoomUrl: expect.any(String) },
		});
		expect(bench.emulator.openSessions()).toContain(session?.id);
		const close = run('liveAvatar', 'session.close');
		expect(await close({}, [{ id: session?.id }])).toMatchObject([{ success: true }]);
		const [later] = await getSession({ sessionId: byId(String(session?.id)) });
		expect(later).toMatchObject({ status: 'closed' });
		expect(later).not.toHaveProperty('reason');
	});

	test('with addresses and a reason why it failed is over', async () => {
		const record = { _id: 's1', status: 3, stream_urls: { client_pull_stream_url: 'https://example.com/a' } };
		bench.answer('/session/detail', { ...record, error_reason: 'It ended' }, 1);
		expect(await getSession({ sessionId: byId('s1') })).toMatchObject([{ id: 's1', status: 'closed' }]);
		bench.answer('/session/detail', record, 1);
		expect(await getSession({ sessionId: byId('s1') })).toMatchObject([{ id: 's1', status: 'streaming' }]);
	});
});

describe('a credential', () => {
	const detect = run('faceSwap', 'face.detect');
	const fresh = (changes: Record<string, string> = {}) => {
		const { baseUrl, detectUrl, clientId, clientSecret } = bench.emulator;
		const empty = { accessToken: '', fingerprint: '' };
		bench.engine.saveCredential({ baseUrl, detectUrl, clientId, clientSecret, ...empty, ...changes });
	};
	afterEach(() => fresh());

	test('gets its token from under data', async () => {
		bench.emulator.shapes.tokenUnder = 'data';
		fresh({ clientId: 'short-client', clientSecret: 'emulator-16-char' });
		expect(await run('faceSwap', 'credit.get')()).toMatchObject([{ credit: expect.any(Number) }]);
		expect(await bench.engine.testCredential()).toMatchObject({ status: 'OK' });
	});

	test.each(['/detect', '/detect/', '//detect//'])('may have %s at the end of its address', async (end) => {
		fresh({ detectUrl: `${bench.emulator.detectUrl}${end}` });
		expect(await detect({ image: bench.media('people-2.png') })).toMatchObject([{ faceCount: 2 }]);
		expect(bench.emulator.requestsTo('/detect').map(({ path }) => path)).toEqual(['/detect-host/detect']);
	});
});
