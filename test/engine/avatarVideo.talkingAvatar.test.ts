import type { INodeParameters } from 'n8n-workflow';
import { runnerOf } from '../support/runner';
import { byId, NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 });
const runner = (name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, 'avatarVideo', name, right);
const talk = runner('talkingAvatar.create', {
	avatarId: { __rl: true, mode: 'list', value: 'eve2024', cachedResultName: 'Eve (official)' },
	audio: { __rl: true, mode: 'url', value: 'https://example.com/speech.mp3' },
});
const SEEN = { scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0 };

describe('a talking avatar', () => {
	test('of one avatar, one audio and a background has the size that the service wants', async () => {
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

	test('speaks what Text to Speech before it has made, with nothing but its avatar chosen', async () => {
		const after = runnerOf(() => bench.engine, 'avatarVideo', 'talkingAvatar.create', {
			avatarId: byId('eve2024'),
		});
		const [made] = await after({ waitForCompletion: false }, [
			{ resultUrl: 'https://example.com/spoken.mp3' },
		]);
		expect(made).toMatchObject({ id: expect.any(String) });
		expect(bench.lastBody('/talkingavatar/create')).toMatchObject({
			elements: [
				{ url: '#ffffff' },
				{ type: 'avatar' },
				{ type: 'audio', url: 'https://example.com/spoken.mp3' },
			],
		});
		const { message, description } = await after.refusal({});
		expect(message).toBe('Audio must be the sound that the avatar speaks, but nothing was given');
		expect(description).toContain('have the text spoken by Voice › Text to Speech first');
	});

	test('is built in the form, where an avatar by its URL is an own one', async () => {
		const [made] = await talk({
			waitForCompletion: false,
			elementsInput: 'fields',
			elements: {
				element: [
					{ type: 'image', url: 'https://example.com/room.png', width: 3840, height: 2160 },
					{ type: 'avatar', url: 'https://example.com/me.mp4', scaleX: 0.5, scaleY: 0.5, offsetX: 960 },
					{ type: 'audio', url: 'https://example.com/speech.mp3' },
				],
			},
		});
		expect(made).toMatchObject({ id: expect.any(String) });
		expect(bench.lastBody('/talkingavatar/create')).toMatchObject({
			avatar_from: 3,
			elements: [
				{ type: 'image', width: 3840, height: 2160 },
				{ type: 'avatar', url: 'https://example.com/me.mp4', scale_x: 0.5, offset_x: 960, offset_y: 0 },
				{ type: 'audio', url: 'https://example.com/speech.mp3' },
			],
		});
		const sent = bench.lastBody('/talkingavatar/create');
		expect(JSON.stringify(sent)).not.toContain('avatar_id');
	});

	test.each([
		['the account is banned', { kind: 'code', code: 1200 }, 'The account is banned'],
		['the token is refused', { kind: 'code', code: 1101 }, 'The service did not accept the access token'],
		['the service is down', { kind: 'httpStatus', status: 503 }, 'The service is not available'],
	] as const)('says that %s, where the avatar list can not be read', async (_name, fault, message) => {
		bench.emulator.faults.add({ ...fault, times: Infinity, match: { path: '/avatar/list' } });
		const [item] = await talk({});
		bench.emulator.faults.clear();
		expect(item).toMatchObject({
			error: expect.stringContaining(message),
			details: { submitted: 'no' },
		});
	});

	test('takes a scale above 1', async () => {
		const avatar = { type: 'avatar', avatarId: 'eve2024', ...SEEN, scaleX: 2, scaleY: 2 };
		const audio = { type: 'audio', url: 'https://example.com/speech.mp3' };
		await talk({
			waitForCompletion: false,
			elementsInput: 'json',
			elementsJson: JSON.stringify([avatar, audio]),
		});
		expect(bench.lastBody('/talkingavatar/create')).toMatchObject({
			elements: [{ scale_x: 2, scale_y: 2 }, {}],
		});
	});

	test('names the one of two avatars that is unknown', async () => {
		const avatar = { type: 'avatar', avatarId: 'eve2024', ...SEEN };
		const audio = { type: 'audio', url: 'https://example.com/speech.mp3' };
		const elements = [avatar, { ...avatar, avatarId: 'stranger' }, audio];
		const [item] = await talk({ elementsInput: 'json', elementsJson: JSON.stringify(elements) });
		expect(item?.error).toContain('The avatar list does not contain "stranger"');
	});

	test('says that it can not tell whose an unknown avatar is, and asks whose it is', async () => {
		const [item] = await talk({ avatarId: byId('stranger') });
		expect(item).toMatchObject({
			error: expect.stringContaining('The avatar list does not contain "stranger"'),
			details: { submitted: 'no', description: expect.stringContaining('Whose Avatar') },
		});
		const [told] = await talk({ avatarId: byId('stranger'), avatarFrom: 3 });
		expect(told).toMatchObject({ details: { errorCode: 1003 } });
		expect(bench.lastBody('/talkingavatar/create')).toMatchObject({ avatar_from: 3 });
	});

	test('says where a sound comes from when it is given the text', async () => {
		const { message, description } = await talk.refusal({ audio: 'Welcome to our shop' });
		expect(message).toMatch(/^Audio must be one whole address .*"Welcome to our shop"/);
		expect(description).toContain('Text to Speech');
	});

	const json = (...elements: object[]) => ({ elementsInput: 'json', elementsJson: JSON.stringify(elements) });
	const avatar = { type: 'avatar', avatarId: 'eve2024', ...SEEN };
	const audio = { type: 'audio', url: 'https://example.com/speech.mp3' };
	test.each<[INodeParameters, RegExp]>([
		[{ avatarId: byId(NOTHING) }, /^Avatar must be chosen, but nothing was given/],
		[{ audio: NOTHING }, /^Audio must be the sound that the avatar speaks, but nothing was given/],
		[{ audio: 'speech.mp3' }, /^Audio must be one whole address/],
		[
			{ background: 'white' },
			/^Background must be a hexadecimal colour .*, or the http\(s\) address of a picture/,
		],
		[{ avatarFrom: '={{ 1 }}' }, /^Whose Avatar must be one of auto, 2 \(Official\), 3 \(Own\)/],
		[{ elementsInput: '={{ "poem" }}' }, /^Make the Video From must be one of simple, fields, json/],
		[{ elementsInput: 'fields', elements: {} }, /^Elements must hold at least one element/],
		[
			{ elementsInput: 'fields', elements: { element: [{ type: 'audio', url: audio.url }] } },
			/^Elements must hold an element of the type avatar/,
		],
		[
			{ elementsInput: 'fields', elements: { element: [{ type: 'avatar', scaleX: -2 }] } },
			/^Elements › Element 1 › Horizontal Scale must be at least 0/,
		],
		[
			{ elementsInput: 'fields', elements: { element: [{ type: 'avatar', width: -2 }] } },
			/^Elements › Element 1 › Width must be at least 0/,
		],
		[{ elementsInput: 'json', elementsJson: '={{ "[" }}' }, /^Elements \(JSON\) must be JSON/],
		[json(avatar), /^Elements \(JSON\) must hold an element of the type audio/],
		[json(audio), /^Elements \(JSON\) must hold an element of the type avatar/],
		[json(avatar, { type: 'audio' }), /element 2: url must be given for an element of the type audio/],
		[
			json(avatar, { ...audio, type: 'video' }),
			/element 2: type must be one of avatar, image, audio, but "video"/,
		],
		[
			json({ ...avatar, offsetX: undefined }, audio),
			/element 1: offsetX must be given for an element of the type avatar/,
		],
		[
			json({ type: 'image', url: '#fff', ...SEEN, scaleY: undefined }, avatar, audio),
			/element 1: scaleY must be given for an element of the type image/,
		],
		[
			json({ type: 'image', url: 'white', ...SEEN }, avatar, audio),
			/element 1: url must be one whole address .* or a colour/,
		],
		[
			json({ ...avatar, url: 'https://example.com/me.mp4' }, audio),
			/element 1: avatarId must be left out of an element of the type avatar with a URL/,
		],
		[
			{
				...json({ ...avatar, avatarId: undefined, url: 'https://example.com/me.mp4' }, audio),
				avatarFrom: 2,
			},
			/^Whose Avatar must be Own when the URL of an avatar is given/,
		],
	])('with %j is refused before anything is asked', async (parameters, message) => {
		const before = bench.emulator.requests.length;
		expect((await talk.refusal(parameters)).message).toMatch(message);
		expect(bench.emulator.requests).toHaveLength(before);
	});
});
