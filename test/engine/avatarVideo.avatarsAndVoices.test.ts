import { byId, setUp } from '../support/bench';

const bench = setUp({ jobMs: 400 });
const [video, inputText] = ['https://example.com/me.mp4', 'Good morning'];
const upload = bench.runner('avatarVideo', 'avatar.upload', { video, avatarId: '={{ $json.as }}' });
const speak = bench.runner('avatarVideo', 'voice.textToSpeech', { inputText, voiceId: byId('voice-amy') });

test('a spoken text needs no poll if its create completes it', async () => {
	const [item] = await speak();
	const resultUrl = expect.stringContaining('.mp3');
	expect(item).toMatchObject({ kind: 'audio', status: 'completed', resultUrl });
	expect(bench.emulator.requestsTo('/audio/infobymodelid')).toEqual([]);
	const body = { input_text: inputText, voice_id: 'voice-amy', rate: '100%' };
	expect(bench.bodies('/audio/create').at(-1)).toEqual(body);
});

/* Services with unusual paths and methods. */

const voice = 'https://example.com/voice.mp3';
const clone = bench.runner('avatarVideo', 'voice.clone', { inputText, voice });
const sentTo = (path: string) =>
	bench.emulator.requestsTo(path).map(({ method, body, query }) => ({ method, body, query }));

test('a voice is cloned with audio/create if the service has no audio/clone', async () => {
	const body = { input_text: inputText, voice_url: voice, rate: '100%' };
	const match = { path: '/audio/clone' };
	bench.emulator.faults.add({ kind: 'httpStatus', status: 404, match, times: Infinity });
	bench.answer('/audio/create', { _id: 'a1', status: 3, url: 'https://example.com/said.mp3' });
	for (const calls of [1, 2]) {
		expect(await clone()).toMatchObject([{ status: 'completed', resultUrl: 'https://example.com/said.mp3' }]);
		expect(sentTo('/audio/clone')).toMatchObject(Array(calls).fill({ body }));
		expect(sentTo('/audio/create')).toMatchObject(Array(calls).fill({ method: 'POST', body }));
	}
});

test('an avatar is uploaded by GET, with its fields in the query, if the service has no POST', async () => {
	bench.emulator.shapes.avatarCreateMethod = 'GET';
	for (const as of ['one', 'two']) {
		const [item] = await upload({ waitForCompletion: false }, [{ as }]);
		expect(item).toMatchObject({ id: expect.any(String), avatarId: as });
		const fields = { url: video, type: '1', avatar_id: as };
		const sent = [
			{ method: 'POST', body: fields },
			{ method: 'GET', query: fields },
		];
		expect(sentTo('/avatar/create').slice(-2)).toMatchObject(sent);
	}
});
