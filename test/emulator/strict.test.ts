import type { Emulator } from './index';
import { frozen, signedIn, type Client } from './support/client';

describe('a request', () => {
	let emulator: Emulator;
	let client: Client;
	beforeAll(async () => {
		({ emulator, client } = await signedIn(frozen));
		await client.post('/avatar/create', { url: media('me.mp4'), avatar_id: 'mine', type: '1' });
		emulator.jobs.complete();
	});
	afterAll(() => emulator.close());

	const media = (name: string) => `${emulator.mediaUrl}/${name}`;
	const four = '1,2:3,4:5,6:7,8';
	const faces = (opts = four, path = 'http://127.0.0.1:9/face.png') => [{ path, opts }];
	const last = () => emulator.requests.at(-1);

	const composed = (setting: object = {}, element: object = {}) => ({
		data: [
			{
				...{ width: 1920, height: 1080, duration: 1000, voice: { voice_id: 'voice-amy' }, avatarFrom: 2 },
				elements: [{ type: 'avatar', avatar_id: 'eve2024', scale_x: 1, scale_y: 1, ...element }],
				...setting,
			},
		],
	});
	const talking = (changes: object = {}, element: object = {}) => {
		const placed = { scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };
		const avatar = { type: 'avatar', avatar_id: 'eve2024', ...placed, ...element };
		const elements = [avatar, { type: 'audio', url: media('tone.mp3') }];
		return { width: 3840, height: 2160, avatar_from: 2, elements, ...changes };
	};
	const swap = (changes: object = {}) => ({
		...{ targetImage: faces(), sourceImage: faces(), modifyImage: media('people-1.png'), ...changes },
	});

	it.each<[string, string, () => object, string]>([
		[
			'decimals in opts',
			'/faceswap/highquality/specifyimage',
			() => swap({ targetImage: faces('1.5,2:3,4:5,6:7,8') }),
			'targetImage[0].opts',
		],
		[
			'a body field that does not exist',
			'/faceswap/highquality/specifyimage',
			() => swap({ faceEnhance: 1 }),
			'faceEnhance',
		],
		[
			'a face with more than path and opts',
			'/faceswap/highquality/specifyimage',
			() => swap({ sourceImage: [{ ...faces()[0], number: 1 }] }),
			'sourceImage[0].number',
		],
		[
			'an unknown voice',
			'/avatar/createVideo',
			() => composed({ voice: { voice_id: 'voice-1' } }),
			'voice-1',
		],
		[
			'a colour with transparency',
			'/avatar/createVideo',
			() => composed({ background: '#11223344' }),
			'background',
		],
		['a short colour', '/avatar/createVideo', () => composed({ background: '#123' }), 'background'],
		['avatarFrom of another avatar', '/avatar/createVideo', () => composed({ avatarFrom: 3 }), 'avatarFrom'],
		['a width of an element', '/avatar/createVideo', () => composed({}, { width: 10 }), 'elements[0].width'],
		[
			'avatar_from of another avatar',
			'/talkingavatar/create',
			() => talking({ avatar_from: 3 }),
			'avatar_from',
		],
		[
			'an own avatar as an official one',
			'/talkingavatar/create',
			() => talking({}, { avatar_id: 'mine' }),
			'avatar_from',
		],
		['a layer', '/talkingavatar/create', () => talking({}, { layer_number: 1 }), 'elements[0].layer_number'],
		['ids with spaces', '/faceswap/job/del', () => ({ job_ids: 'a, b' }), 'job_ids'],
		[
			'a webhookUrl that is none',
			'/liveAvatar/session/create',
			() => ({ avatar_id: 'Ada_1080P_back', webhookUrl: 'hook' }),
			'webhookUrl',
		],
	])('with %s is refused, and its name is said', async (_what, path, body, named) => {
		expect(await client.post(path, body())).toMatchObject({
			code: 1003,
			msg: expect.stringContaining(named),
		});
		expect(last()).toMatchObject({ refusal: expect.stringContaining(named) });
	});

	it.each<[string, () => object]>([
		['/avatar/createVideo', () => composed({ background: '#112233', ratio: '16:9' })],
		['/avatar/createVideo', () => composed({ avatarFrom: undefined })],
		['/talkingavatar/create', () => talking()],
		['/talkingavatar/create', () => talking({ avatar_from: 3 }, { avatar_id: 'mine' })],
	])('to %s that is right is taken', async (path, body) => {
		expect(await client.post(path, body())).toMatchObject({ code: 1000 });
	});

	it('for a token without the content type of JSON has no key pair', async () => {
		const { clientId, clientSecret, baseUrl } = emulator;
		const ask = async (contentType: string) => {
			const body = JSON.stringify({ clientId, clientSecret });
			const options = { method: 'POST', headers: { 'content-type': contentType }, body };
			return (await fetch(`${baseUrl}/api/open/v3/getToken`, options)).json();
		};
		expect(await ask('text/plain')).toMatchObject({ code: 1102 });
		expect(await ask('application/json; charset=utf-8')).toMatchObject({ code: 1000 });
	});

	it('for detection takes a link or a picture, not both', async () => {
		const img = 'data:image/png;base64,aaaa';
		expect(await client.detect({ img, image_url: media('people-1.png') })).toMatchObject({
			error_code: 1003,
		});
	});

	it('with an unknown field is noted, and taken without it where the switch says so', async () => {
		emulator.shapes.unknownFields = 'taken';
		const face = { ...faces()[0], weight: 1 };
		const answer = await client.post(
			'/faceswap/highquality/specifyimage',
			swap({ seed: 7, targetImage: [face] }),
		);
		emulator.shapes.unknownFields = 'refused';
		expect(answer).toMatchObject({ code: 1000 });
		expect(last()?.unknownFields.toSorted()).toEqual(['seed', 'targetImage[0].weight']);
		expect(emulator.jobs.created('swapImage').at(-1)?.request).toEqual(swap());
	});

	describe('for a video swap', () => {
		const swapVideo = async (path: string) => {
			const body = { targetImage: faces(), sourceImage: faces(four, path), modifyVideo: media('short.mp4') };
			await client.post('/faceswap/highquality/specifyvideo', body);
			emulator.jobs.complete();
			return emulator.jobs.created('swapVideo').at(-1);
		};

		it('fails where the picture of a new face shows several', async () => {
			const path = media('people-2.png');
			expect(await swapVideo(path)).toMatchObject({ status: 4, reason: expect.stringContaining(path) });
			expect(await swapVideo(media('portrait-ada.png'))).toMatchObject({ status: 3 });
		});

		it('may as well succeed, where the switch says so', async () => {
			emulator.shapes.videoSources = 'any';
			expect(await swapVideo(media('people-2.png'))).toMatchObject({ status: 3 });
			emulator.shapes.videoSources = 'single';
		});
	});

	it.each<[string, string, (name: string) => object, number]>([
		[
			'corrupt.png',
			'/content/image/createbyprompt',
			(name) => ({ prompt: 'A lake', source_image: media(name) }),
			1108,
		],
		[
			'corrupt.png',
			'/avatar/createVideo',
			(name) => composed({}, { type: 'image', avatar_id: undefined, url: media(name) }),
			1109,
		],
		['corrupt.mp3', '/avatar/createVideo', (name) => composed({ voice: { voice_url: media(name) } }), 1201],
		[
			'corrupt.mp3',
			'/talkingavatar/create',
			(name) => talking({ elements: [talking().elements[0], { type: 'audio', url: media(name) }] }),
			1201,
		],
		['speechless.mp3', '/audio/clone', (name) => ({ input_text: 'Hi', voice_url: media(name) }), 1201],
		[
			'speechless.mp4',
			'/content/video/createbytranslate',
			(name) => ({ url: media(name), language: 'de' }),
			1201,
		],
		[
			'corrupt.mp4',
			'/content/video/createbytranslate',
			(name) => ({ url: media(name), language: 'de' }),
			1205,
		],
		[
			'faceless.mp4',
			'/content/video/createbytranslate',
			(name) => ({ url: media(name), language: 'de', lipsync: true }),
			1211,
		],
		[
			'faceless.mp4',
			'/content/video/createbytranslate',
			(name) => ({ url: media(name), language: 'de' }),
			1000,
		],
		['60fps.mp4', '/avatar/create', (name) => ({ url: media(name), avatar_id: 'fast60', type: '2' }), 1000],
		['120fps.mp4', '/avatar/create', (name) => ({ url: media(name), avatar_id: 'fast120', type: '2' }), 1210],
	])('with a file that is named %s gets the code of its group at %s', async (name, path, body, code) => {
		expect(await client.post(path, body(name))).toMatchObject({ code });
	});
});
