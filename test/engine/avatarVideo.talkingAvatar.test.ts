import type { INodeParameters } from 'n8n-workflow';
import { runnerOf } from '../support/runner';
import { byId, NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 400 });
const runner = (name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, 'avatarVideo', name, right);
const talk = runner('talkingAvatar.create', {
	avatarId: { __rl: true, mode: 'list', value: 'eve2024', cachedResultName: 'Eve (official)' },
	sound: 'audio',
	audio: { __rl: true, mode: 'url', value: 'https://example.com/speech.mp3' },
});
const SEEN = { scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0 };

describe('a talking avatar', () => {
	test('is sent with the size that the service wants, and with its background behind the avatar', async () => {
		await talk({ waitForCompletion: false, background: '1A2B3C' });
		expect(bench.lastBody('/talkingavatar/create')).toEqual({
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
		expect(bench.lastBody('/talkingavatar/create')).toMatchObject({
			elements: [{ type: 'avatar' }, { type: 'audio' }],
		});
	});

	test.each([
		['the account is banned', { kind: 'code', code: 1200 }, 'The account is banned'],
		['the service is down', { kind: 'httpStatus', status: 503 }, 'The service is not available'],
	] as const)("says that %s if the avatar list can't be read", async (_name, fault, message) => {
		bench.emulator.faults.add({ ...fault, times: Infinity, match: { path: '/avatar/list' } });
		const [item] = await talk({});
		bench.emulator.faults.clear();
		expect(item).toMatchObject({
			error: expect.stringContaining(message),
			details: { submitted: 'no' },
		});
	});

	test('speaks a text with a voice in one node, with its elements placed by their centers', async () => {
		const text = { sound: 'text', inputText: 'Good morning', voiceId: byId('voice-amy') };
		const [made] = await talk({ ...text, waitForCompletion: false, options: { placement: 'center' } });
		expect(made).toMatchObject({ id: expect.any(String) });
		const place = { scale_x: 1, scale_y: 1, offset_x: 1920, offset_y: 1080 };
		expect(bench.lastBody('/talkingavatar/create')).toEqual({
			...{ width: 3840, height: 2160, avatar_from: 2 },
			elements: [
				{ type: 'image', url: '#ffffff', width: 3840, height: 2160, ...place },
				{ type: 'avatar', avatar_id: 'eve2024', ...place },
				{ type: 'audio', input_text: 'Good morning', voice_id: 'voice-amy' },
			],
		});
	});

	test('with an unknown avatar is refused, and the error asks for Avatar Source', async () => {
		const [item] = await talk({ avatarId: byId('stranger') });
		expect(item).toMatchObject({
			error: expect.stringContaining('The avatar list does not contain "stranger"'),
			details: { submitted: 'no', description: expect.stringContaining('Avatar Source') },
		});
		const [told] = await talk({ avatarId: byId('stranger'), options: { avatarFrom: 3 } });
		expect(told).toMatchObject({ details: { errorCode: 1003 } });
		expect(bench.lastBody('/talkingavatar/create')).toMatchObject({ avatar_from: 3 });
	});

	const json = (...elements: object[]) => ({ content: 'json', elementsJson: JSON.stringify(elements) });
	const avatar = { type: 'avatar', avatarId: 'eve2024', ...SEEN };
	const audio = { type: 'audio', url: 'https://example.com/speech.mp3' };
	test.each<[INodeParameters, RegExp]>([
		[{ avatarId: byId(NOTHING) }, /^Avatar is empty/],
		[{ avatarId: byId('={{ "null" }}') }, /^Avatar must be filled in, but the word null/],
		[{ background: 'white' }, /^Background must be a hexadecimal color .*, or the http\(s\) address of an/],
		[{ background: 'http://a.de/b?c=1&amp;d' }, /^Background has "&amp;", which is no part of an address/],
		[
			{ content: 'fields', elements: { element: [{ type: 'audio', url: audio.url }] } },
			/^Elements must hold an element of the type avatar/,
		],
		[json(avatar), /^Elements \(JSON\) must hold an element of the type audio/],
		[{ sound: 'text', voiceId: byId('voice-amy'), inputText: NOTHING }, /^Text is empty/],
		[{ sound: 'text', voiceId: byId(NOTHING), inputText: 'Hi' }, /^Voice is empty/],
		[
			{
				...json({ ...avatar, avatarId: undefined, url: 'https://example.com/me.mp4' }, audio),
				options: { avatarFrom: 2 },
			},
			/^Avatar Source must be Own when the URL of an avatar is given/,
		],
	])('with %j is refused before anything is sent', async (parameters, message) => {
		const { message: said, description } = await talk.refusal(parameters);
		expect(said).toMatch(message);
		expect(description).not.toMatch(/Give (?:chosen|filled)/);
		expect(bench.emulator.requests).toEqual([]);
	});
});
