import { defaultLiveBehaviour } from '../emulator/live/behaviour';
import { byId, GOES_ON, setUp, swap } from '../support/bench';
import '../support/fastClock';
import { runnerOf } from '../support/runner';

/* Each reading in service.md that the emulator can switch loses nothing, and reports nothing false. */

const bench = setUp({ jobMs: 400, live: { maxOpen: 500 } });
const run = (type: string, name: string, right = {}) => runnerOf(() => bench.engine, type, name, right);
const createSession = run('liveAvatar', 'session.create', { avatarId: byId('Ada_1080P_back') });
const getSession = run('liveAvatar', 'session.get');
const upload = run('avatarVideo', 'avatar.upload', {
	video: 'https://example.com/me.mp4',
	avatarId: '={{ $json.as }}',
	type: '={{ $json.type ?? "1" }}',
});
const generate = run('imageGeneration', 'image.generate', { prompt: 'A lake' });
const translate = run('videoTranslation', 'translation.create', {
	video: 'https://example.com/talk.mp4',
	sourceLanguage: byId('en'),
	language: byId('de'),
});
const talk = run('avatarVideo', 'talkingAvatar.create', {
	avatarId: byId('eve2024'),
	sound: 'audio',
	audio: 'https://example.com/hello.mp3',
	waitForCompletion: false,
});
const sent = (path: string) => bench.emulator.requestsTo(path).at(-1)?.body;

beforeEach(() => {
	Object.assign(bench.emulator.live, { ...defaultLiveBehaviour, maxOpen: 500 });
});

test('code 1210 means more than 60 frames per second for an avatar, and more than 30 for a translation', async () => {
	Object.assign(bench.emulator.shapes, { failureReason: false, errorCodes: true });
	bench.emulator.jobs.next({ status: 4, errorCode: 1210 }, { times: 2 });
	const items = [...(await upload({}, [{ as: 'frames' }])), ...(await translate())];
	for (const [index, most] of [60, 30].entries()) {
		const message = `The video has more than ${most} frames per second (code 1210)`;
		expect(items[index]?.error).toContain(message);
	}
});

const swapOne = async () => {
	const input = [{ picture: 'http://127.0.0.1:9/a.png' }];
	const result = await bench.engine.run(swap({}, GOES_ON), { input });
	return result.json('Node');
};

test('an ID that is a number of 20 digits keeps its digits from the create to the result', async () => {
	bench.emulator.shapes.ids = 'number';
	for (const make of [generate, translate, swapOne]) {
		const [item] = await make();
		expect(item).toMatchObject({ id: expect.stringMatching(/^\d{20}$/), status: 'completed' });
		expect(bench.created.map(({ id }) => id)).toContain(item?.id);
	}
});

test('a session with status 3 and stream addresses is usable until it is closed', async () => {
	Object.assign(bench.emulator.live, { completed: 'open', startMs: 0 });
	const [session] = await createSession();
	expect(session).toMatchObject({
		status: 'streaming',
		reason: expect.stringContaining('Completed (3), but with a stream'),
		streamUrls: { clientChatRoomUrl: expect.any(String) },
	});
	expect(bench.emulator.openSessions()).toContain(session?.id);
	const close = run('liveAvatar', 'session.close');
	expect(await close({}, [{ id: session?.id }])).toMatchObject([{ success: true }]);
	const [later] = await getSession({ sessionId: byId(String(session?.id)) });
	expect(later).toMatchObject({ status: 'closed' });
	expect(later).not.toHaveProperty('reason');
});

/* Values that you can enter (service.md: Readings). */

test('an avatar ID is sent as a text, also if you enter a number', async () => {
	const create = run('avatarVideo', 'avatarVideo.create', {
		sound: 'voice',
		voiceId: byId('voice-amy'),
		waitForCompletion: false,
	});
	await upload({}, [{ as: '2024' }]);
	const sentId = () => Object(sent('/avatar/createVideo')).data[0].elements[0].avatar_id;
	for (const parameters of [
		{ avatarId: '={{ 2024 }}' },
		{ content: 'json', elementsJson: '[{"type":"avatar","avatar_id":2024}]' },
	]) {
		expect(await create(parameters)).toMatchObject([{ id: expect.any(String) }]);
		expect(sentId()).toBe('2024');
	}
	await talk({ avatarId: '={{ 2024 }}' });
	expect(Object(sent('/talkingavatar/create')).elements).toContainEqual(
		expect.objectContaining({ type: 'avatar', avatar_id: '2024' }),
	);
});
