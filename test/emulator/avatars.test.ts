import { sampleAccounts, type Emulator } from './index';
import { Client, frozen, signedIn } from './support/client';

describe('avatars, their videos, and voices', () => {
	let emulator: Emulator;
	let client: Client;
	beforeEach(async () => {
		({ emulator, client } = await signedIn(frozen));
	});
	afterEach(() => emulator.close());

	const media = (name: string) => `${emulator.mediaUrl}/${name}`;
	const upload = (changes: object = {}) =>
		client.post('/avatar/create', { url: media('short.mp4'), avatar_id: 'myAvatar1', type: '2', ...changes });

	describe('avatars', () => {
		it('are listed by origin and page, as an array or in a result', async () => {
			await upload();
			const all = (await client.get('/avatar/list')).list;
			expect(all).toHaveLength(11);
			expect((await client.get('/avatar/list', { from: 3 })).list).toMatchObject([
				{ avatar_id: 'myAvatar1', from: 3 },
			]);
			expect((await client.get('/avatar/list', { from: 2, page: 4, size: 3 })).list).toHaveLength(1);
			expect((await client.get('/avatar/list', { from: 5 })).code).toBe(1003);
			emulator.shapes.avatarList = 'result';
			expect((await client.get('/avatar/list')).data).toMatchObject({ result: all });
		});

		it('can be uploaded, and are usable at status 3', async () => {
			const [created] = (await upload()).list;
			expect(created).toMatchObject({ avatar_id: 'myAvatar1', status: 1, type: 2, from: 3 });
			emulator.advance(1000);
			const id = String(created?._id);
			expect((await client.get('/avatar/detail', { id })).list).toMatchObject([{ status: 3 }]);
			emulator.shapes.avatarDetail = 'object';
			expect((await client.get('/avatar/detail', { id })).data).toMatchObject({ _id: id });
			expect(await client.get('/avatar/detail', { id: 'x' })).toMatchObject({ code: 1008 });
		});

		it.each([{ avatar_id: 'my avatar' }, { avatar_id: 'eve2024' }, { url: 'x' }, { type: '3' }, { type: 2 }])(
			'are refused with %j',
			async (changes) => {
				const [key = ''] = Object.keys(changes);
				expect(await upload(changes)).toMatchObject({ code: 1003, msg: expect.stringContaining(key) });
			},
		);

		it('are uploaded by GET where the service says so, also with a body', async () => {
			emulator.shapes.avatarCreateMethod = 'GET';
			emulator.shapes.wrongMethodStatus = 404;
			emulator.shapes.avatarCreate = 'object';
			const url = `${emulator.baseUrl}/api/open/v3/avatar/create`;
			const headers = { authorization: `Bearer ${client.token}` };
			expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(404);
			const query = { url: media('short.mp4'), avatar_id: 'byGet', type: '1' };
			expect(await client.get('/avatar/create', query)).toMatchObject({ data: { avatar_id: 'byGet' } });
		});

		it('belong to the account that uploaded them', async () => {
			const [created] = (await upload()).list;
			const other = sampleAccounts[1];
			const stranger = await new Client(emulator, other?.clientId, other?.clientSecret).signIn();
			expect(await stranger.get('/avatar/detail', { id: String(created?._id) })).toMatchObject({
				code: 1009,
			});
			expect((await stranger.get('/avatar/list', { from: 3 })).list).toEqual([]);
		});
	});

	describe('avatar video', () => {
		const avatar = { type: 'avatar', avatar_id: 'eve2024', scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };
		const create = (changes: object = {}) => {
			const setting = {
				width: 1920,
				height: 1080,
				duration: 5000,
				voice: { voice_id: 'voice-amy' },
				elements: [avatar],
			};
			return client.post('/avatar/createVideo', { data: [{ ...setting, ...changes }] });
		};

		it('makes a record that repeats the request, and a video at status 3', async () => {
			const { data } = await create({ avatarFrom: 2 });
			expect(data).toMatchObject({ video_status: 1, ratio: '16:9', background: '#ffffff' });
			expect(data.source_data).toMatchObject({ data: [{ width: 1920 }], webhookUrl: '', userId: 100_001 });
			emulator.jobs.complete();
			const done = (await client.get('/content/video/infobymodelid', { video_model_id: String(data._id) }))
				.data;
			expect((await fetch(String(done.video))).status).toBe(200);
		});

		it.each([
			[{ voice: {} }, 'voice_id or a voice_url'],
			[{ elements: [] }, 'elements is empty'],
			[{ elements: [{ type: 'audio' }] }, 'elements[0].type'],
			[{ elements: [{ type: 'image', url: 'x' }] }, 'elements[0].url'],
			[{ elements: [{ type: 'avatar', avatar_id: 'nobody' }] }, 'avatar_id does not exist'],
			[{ elements: [{ type: 'avatar', avatar_id: 'eve2024', scale_x: 1.5 }] }, 'scale_x must be 0 to 1'],
			[{ width: 0 }, 'width'],
			[{ background: 'red' }, 'background'],
		])('refuses %j', async (changes, named) => {
			expect(await create(changes)).toMatchObject({ code: 1003, msg: expect.stringContaining(named) });
		});
	});

	describe('talking avatar', () => {
		const place = { scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };
		const elements = () => [
			{ type: 'image', url: '#00ff00', ...place },
			{ type: 'avatar', avatar_id: 'ivo2024', ...place },
			{ type: 'audio', url: media('tone.mp3') },
		];
		const create = (changes: object = {}) =>
			client.post('/talkingavatar/create', {
				width: 3840,
				height: 2160,
				avatar_from: 2,
				elements: elements(),
				...changes,
			});

		it('makes a video from an official avatar, or from the URL of an own one', async () => {
			const { data } = await create();
			expect(data).toMatchObject({ video_status: 1, video: '', video_id: expect.any(String) });
			const own = [
				{ type: 'avatar', url: media('short.mp4'), ...place },
				{ type: 'audio', url: media('tone.mp3') },
			];
			expect(await create({ elements: own, avatar_from: 3 })).toMatchObject({ code: 1000 });
			expect(await create({ elements: own })).toMatchObject({
				code: 1003,
				msg: expect.stringContaining('avatar_from'),
			});
		});

		it.each([
			[{ width: 1920 }, 'width must be 3840'],
			[{ height: 1080 }, 'height must be 2160'],
			[{ avatar_from: 4 }, 'avatar_from'],
			[{ elements: [{ type: 'avatar', avatar_id: 'ivo2024', ...place }] }, 'element of type audio'],
			[{ elements: [{ type: 'image', url: '#00ff00' }] }, 'elements[0].scale_x'],
		])('refuses %j', async (changes, named) => {
			expect(await create(changes)).toMatchObject({ code: 1003, msg: expect.stringContaining(named) });
		});
	});

	describe('voices', () => {
		it('are listed by origin', async () => {
			expect((await client.get('/voice/list', { from: 3 })).list[0]).toMatchObject({
				voice_id: 'voice-amy',
				from: 3,
			});
			expect((await client.get('/voice/list', { from: 4 })).list).toEqual([]);
		});

		it('speak a text at once, or later', async () => {
			const speak = () =>
				client.post('/audio/create', { input_text: 'Hello', voice_id: 'voice-amy', rate: '100%' });
			const { data } = await speak();
			expect(data).toMatchObject({ status: 3, input_text: 'Hello', rate: '100%' });
			expect((await fetch(String(data.url))).headers.get('content-type')).toBe('audio/mpeg');
			emulator.shapes.audio = 'later';
			const later = (await speak()).data;
			expect(later).toMatchObject({ status: 1, url: '' });
			emulator.advance(1000);
			const info = await client.get('/audio/infobymodelid', { audio_model_id: String(later._id) });
			expect(info).toMatchObject({ data: { status: 3 } });
			expect(await client.get('/audio/infobymodelid', { audio_model_id: 'x' })).toMatchObject({ code: 1008 });
		});

		it('can be cloned from a sound, and speak again', async () => {
			const { data } = await client.post('/audio/clone', { input_text: 'Hi', voice_url: media('tone.wav') });
			const [own] = (await client.get('/voice/list', { from: 4 })).list;
			expect(own?.voice_id).toBe(data.voice_id);
			const again = await client.post('/audio/create', { input_text: 'Hi', voice_id: data.voice_id });
			expect(again).toMatchObject({ code: 1000 });
		});

		it.each([
			['/audio/create', { input_text: '', voice_id: 'voice-amy' }, 'input_text'],
			['/audio/create', { input_text: 'Hi', voice_id: 'nobody' }, 'voice_id'],
			['/audio/create', { input_text: 'Hi', voice_id: 'voice-amy', rate: 'fast' }, 'rate'],
			['/audio/clone', { input_text: 'Hi' }, 'voice_id or voice_url'],
		])('refuse, at %s, %j', async (path, body, named) => {
			expect(await client.post(path, body)).toMatchObject({
				code: 1003,
				msg: expect.stringContaining(named),
			});
		});
	});
});
