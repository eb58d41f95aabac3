import { byId, setUp } from '../support/bench';

const bench = setUp({ jobMs: 400 });
const talk = bench.runner('avatarVideo', 'talkingAvatar.create', {
	avatarId: { __rl: true, mode: 'list', value: 'eve2024', cachedResultName: 'Eve (official)' },
	sound: 'audio',
	audio: { __rl: true, mode: 'url', value: 'https://example.com/speech.mp3' },
});

test('a talking avatar with a value that the service rejects suggests Sound: Audio where it speaks a text, and not for a file', async () => {
	const match = { path: '/talkingavatar/create' };
	bench.emulator.faults.add({ kind: 'code', code: 1003, msg: 'No text here', match, times: 2 });
	const [item] = await talk({ sound: 'text', inputText: 'Hi', voiceId: byId('voice-amy') });
	expect(item?.details).toMatchObject({
		...{ errorCode: 1003, submitted: 'no', next: 'changeField', field: 'Sound', suggestion: 'audio' },
		description: expect.stringMatching(/: No text here\. .*set Sound to Audio and give the resultUrl/),
	});
	const [other] = await talk();
	const description = expect.not.stringContaining('Sound');
	expect(other?.details).toMatchObject({ errorCode: 1003, description });
	expect(other?.details).not.toHaveProperty('field');
});
