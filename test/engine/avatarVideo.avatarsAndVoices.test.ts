import { byId, setUp } from '../support/bench';

const bench = setUp({ jobMs: 400 });
const upload = bench.runner('avatarVideo', 'avatar.upload', {
	video: 'https://example.com/me.mp4',
	avatarId: '={{ $json.as }}',
});

const speak = bench.runner('avatarVideo', 'voice.textToSpeech', {
	inputText: 'Good morning',
	voiceId: byId('voice-amy'),
});

test('a spoken text needs no poll if its create completes it', async () => {
	const [item] = await speak();
	expect(item).toMatchObject({
		kind: 'audio',
		status: 'completed',
		resultUrl: expect.stringContaining('.mp3'),
	});
	expect(bench.emulator.requestsTo('/audio/infobymodelid')).toEqual([]);
	expect(bench.bodies('/audio/create').at(-1)).toEqual({
		input_text: 'Good morning',
		voice_id: 'voice-amy',
		rate: '100%',
	});
});

/* Services with unusual paths and methods. */

const clone = bench.runner('avatarVideo', 'voice.clone', {
	inputText: 'Good morning',
	voice: 'https://example.com/voice.mp3',
});
const sentTo = (path: string) =>
	bench.emulator.requestsTo(path).map(({ method, body, query }) => ({ method, body, query }));

test('a voice is cloned with audio/create if the service has no audio/clone', async () => {
	const body = { input_text: 'Good morning', voice_url: 'https://example.com/voice.mp3', rate: '100%' };
	bench.emulator.faults.add({
		kind: 'httpStatus',
		status: 404,
		match: { path: '/audio/clone' },
		times: Infinity,
	});
	bench.answer('/audio/create', { _id: 'a1', status: 3, url: 'https://example.com/said.mp3' });
	for (const calls of [1, 2]) {
		expect(await clone()).toMatchObject([{ status: 'completed', resultUrl: 'https://example.com/said.mp3' }]);
		expect(sentTo('/audio/clone')).toMatchObject(Array(calls).fill({ body }));
		expect(sentTo('/audio/create')).toMatchObject(Array(calls).fill({ method: 'POST', body }));
	}
});

test('an avatar is uploaded by GET, with its fields in the query, if the service has no POST', async () => {
	bench.emulator.shapes.avatarCreateMethod = 'GET';
	const fields = { url: 'https://example.com/me.mp4', type: '1' };
	expect(await upload({ waitForCompletion: false }, [{ as: 'one' }])).toMatchObject([
		{ id: expect.any(String), avatarId: 'one' },
	]);
	expect(await upload({ waitForCompletion: false }, [{ as: 'two' }])).toMatchObject([
		{ id: expect.any(String), avatarId: 'two' },
	]);
	expect(sentTo('/avatar/create').slice(-4)).toMatchObject([
		{ method: 'POST', body: { ...fields, avatar_id: 'one' } },
		{ method: 'GET', query: { ...fields, avatar_id: 'one' } },
		{ method: 'POST', body: { ...fields, avatar_id: 'two' } },
		{ method: 'GET', query: { ...fields, avatar_id: 'two' } },
	]);
});
