import { byId, setUp } from '../support/bench';

const bench = setUp({ jobMs: 400 });
const talk = bench.runner('avatarVideo', 'talkingAvatar.create', {
	avatarId: { __rl: true, mode: 'list', value: 'eve2024', cachedResultName: 'Eve (official)' },
	sound: 'audio',
	audio: { __rl: true, mode: 'url', value: 'https://example.com/speech.mp3' },
});

test('a talking avatar is sent with the size that the service wants, and with its background behind the avatar', async () => {
	await talk({ waitForCompletion: false, background: '1A2B3C' });
	expect(bench.bodies('/talkingavatar/create').at(-1)).toEqual({
		width: 3840,
		height: 2160,
		avatar_from: 2,
		elements: [
			{
				type: 'image',
				url: '#1a2b3c',
				...{ scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0, width: 3840, height: 2160 },
			},
			{ type: 'avatar', avatar_id: 'eve2024', scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 },
			{ type: 'audio', url: 'https://example.com/speech.mp3' },
		],
	});
	await talk({ waitForCompletion: false, background: '' });
	expect(bench.bodies('/talkingavatar/create').at(-1)).toMatchObject({
		elements: [{ type: 'avatar' }, { type: 'audio' }],
	});
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
