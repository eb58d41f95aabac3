import { byId, setUp, swap } from '../support/bench';
import { runnerOf } from '../support/runner';

/* What a person can say to the service (service.md: Readings). */

const bench = setUp({ jobMs: 100, live: { maxOpen: 500 } });
const run = (type: string, name: string, right = {}) => runnerOf(() => bench.engine, type, name, right);
const createSession = run('liveAvatar', 'session.create', { avatarId: byId('Ada_1080P_back') });
const upload = run('avatarVideo', 'avatar.upload', {
	video: 'https://example.com/me.mp4',
	avatarId: '={{ $json.as }}',
	type: '={{ $json.type ?? "1" }}',
});
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

describe('what a person switched off', () => {
	const swapped = async (options: object) => {
		await bench.engine.run(swap({ options: { ...options }, waitForCompletion: false }), {
			input: [{ picture: 'http://127.0.0.1:9/a.png' }],
		});
		return sent('/specifyimage');
	};

	test('is sent: face enhancement of a swap, and not when it was left alone', async () => {
		expect(await swapped({ faceEnhance: false })).toMatchObject({ face_enhance: 0 });
		expect(await swapped({ faceEnhance: true })).toMatchObject({ face_enhance: 1 });
		expect(await swapped({ faceEnhance: '={{ "false" }}' })).toMatchObject({ face_enhance: 0 });
		expect(await swapped({})).not.toHaveProperty('face_enhance');
		expect(await swapped({ faceEnhance: '={{ "" }}' })).not.toHaveProperty('face_enhance');
	});

	test('is sent: face enhancement of a translation, and not when it was left alone', async () => {
		const asked = async (options: object) => {
			await translate({ options: { ...options }, waitForCompletion: false });
			return sent('/createbytranslate');
		};
		expect(await asked({ faceEnhance: false })).toMatchObject({ face_enhance: false });
		expect(await asked({})).not.toHaveProperty('face_enhance');
	});

	test('is sent: lip sync, as the screen shows it', async () => {
		bench.emulator.shapes.lipsyncDefault = true;
		const asked = async (lipsync: string | boolean, row = 0) => {
			const video = `https://example.com/${row}-${String(lipsync).length}.mp4`;
			await translate({ lipsync, video, waitForCompletion: false });
			return sent('/createbytranslate');
		};
		expect(await asked('={{ false }}')).toMatchObject({ lipsync: false });
		expect(await asked('={{ "FALSE" }}')).toMatchObject({ lipsync: false });
		expect(await asked(true)).toMatchObject({ lipsync: true });
		expect(await asked(false)).toMatchObject({ lipsync: false });
		expect(await asked('={{ undefined }}')).toMatchObject({ lipsync: false });
	});
});

test('a session has its changes told to its webhook URL, which the service has to reach', async () => {
	const [session] = await createSession({ options: { webhookUrl: 'http://127.0.0.1:9/session' } });
	expect(session).toMatchObject({ status: 'streaming' });
	expect(sent('/session/create')).toEqual({
		avatar_id: 'Ada_1080P_back',
		webhookUrl: 'http://127.0.0.1:9/session',
	});
	await createSession({ waitForCompletion: false });
	expect(sent('/session/create')).toEqual({ avatar_id: 'Ada_1080P_back' });
	const [refused] = await createSession({ options: { webhookUrl: 'no address' } });
	expect(refused?.error).toMatch(/^Webhook URL must be one whole address/);
});

test('an avatar is named by a number where a person gives a number, and by a text where it is one', async () => {
	const create = run('avatarVideo', 'avatarVideo.create', {
		voiceId: byId('voice-amy'),
		waitForCompletion: false,
	});
	await upload({}, [{ as: '2024' }]);
	const sentId = () => Object(sent('/avatar/createVideo')).data[0].elements[0].avatar_id;
	for (const [parameters, id] of [
		[{ avatarId: '={{ 2024 }}' }, 2024],
		[{ avatarId: byId('2024') }, '2024'],
		[{ elementsInput: 'json', elementsJson: '[{"type":"avatar","avatar_id":2024}]' }, 2024],
		[{ elementsInput: 'json', elementsJson: '[{"type":"avatar","avatarId":"2024"}]' }, '2024'],
	] as const) {
		expect(await create(parameters)).toMatchObject([{ status: 'queued' }]);
		expect(sentId()).toBe(id);
	}
	await talk({ avatarId: '={{ 2024 }}' });
	expect(Object(sent('/talkingavatar/create')).elements).toContainEqual(
		expect.objectContaining({ type: 'avatar', avatar_id: '2024' }),
	);
});

test('a color that can be seen through is sent as it is, for the service to take or refuse', async () => {
	const create = run('avatarVideo', 'avatarVideo.create', {
		avatarId: byId('eve2024'),
		voiceId: byId('voice-amy'),
		waitForCompletion: false,
		options: { background: '#1A2B3C80' },
	});
	expect(await create()).toMatchObject([{ details: { errorCode: 1003, submitted: 'no' } }]);
	bench.emulator.shapes.colours = 'rgba';
	expect(await create()).toMatchObject([{ status: 'queued' }]);
	expect(Object(sent('/avatar/createVideo')).data[0]).toMatchObject({ background: '#1a2b3c80' });
	await talk({ avatarId: byId('eve2024'), options: { background: '#1a2b3c80' } });
	expect(Object(sent('/talkingavatar/create')).elements[0]).toMatchObject({ url: '#1a2b3c80' });
});
