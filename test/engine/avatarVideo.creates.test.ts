import type { INodeParameters } from 'n8n-workflow';
import { CODES_BY_GROUP } from '../support/codes';
import { explainCode } from '../../nodes/shared/service/codes';
import { runnerOf } from '../support/runner';
import { byId, setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 });
const runner = (name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, 'avatarVideo', name, right);
const compose = runner('avatarVideo.create', {
	voiceId: byId('voice-amy'),
	avatarId: byId('eve2024'),
});
const talk = runner('talkingAvatar.create', {
	avatarId: { __rl: true, mode: 'list', value: 'eve2024', cachedResultName: 'Eve (official)' },
	audio: { __rl: true, mode: 'url', value: 'https://example.com/speech.mp3' },
});
const upload = runner('avatar.upload', { video: 'https://example.com/me.mp4', avatarId: '={{ $json.as }}' });
const speak = runner('voice.textToSpeech', { inputText: 'Good morning', voiceId: byId('voice-amy') });
const clone = runner('voice.clone', { inputText: 'Good morning', voice: 'https://example.com/voice.mp3' });
const CODES = CODES_BY_GROUP.avatarVideo.filter((code) => code !== 1000);

/** Each operation that makes something, the path of its create, and a parameter whose text makes its job fail. */
const CREATES = [
	[
		'an avatar video',
		compose,
		'/avatar/createVideo',
		{ sound: 'audio', voiceUrl: 'https://example.com/doomed.mp3' },
	],
	['a talking avatar', talk, '/talkingavatar/create', { audio: 'https://example.com/doomed.mp3' }],
	['an avatar', upload, '/avatar/create', { avatarId: 'doomed1' }],
	['a spoken text', speak, '/audio/create', { inputText: 'We are doomed' }],
	['a cloned voice', clone, '/audio/clone', { inputText: 'We are doomed' }],
] as const;

describe.each(CREATES)('%s', (_name, run, path, doomed) => {
	const item = () => [{ as: `a${bench.created.length}` }];

	test('is waited for, and gives its ID and its address', async () => {
		const [made] = await run({}, item());
		expect(made).toMatchObject({
			id: expect.any(String),
			status: 'completed',
			resultUrl: expect.any(String),
		});
	});

	test('that fails says why, with its ID', async () => {
		const [failed] = await run(doomed, item());
		expect(failed).toEqual({
			error: expect.stringContaining('The stage collapsed'),
			details: expect.objectContaining({ id: expect.any(String), status: 'failed', submitted: 'yes' }),
		});
	});

	test.each(CODES)(
		'that the service refuses with %i says what to do, and that it was not taken',
		async (code) => {
			bench.emulator.faults.add({ kind: 'code', code, match: { path }, times: 4 });
			const [refused] = await run({}, item());
			expect(refused).toEqual({
				error: explainCode(code, '', 'avatarVideo').message,
				details: expect.objectContaining({
					errorCode: code,
					submitted: 'no',
					description: expect.any(String),
				}),
			});
		},
	);
});
